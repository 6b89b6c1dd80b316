"""Notification preferences: a user's choice for the table, else their general one, else the default."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction

from accounts.models import User
from games.models import Channel, Choice, Game, Kind, Notice, When

KINDS: tuple[Kind, ...] = tuple(kind for kind in Kind if kind not in (Kind.CONDUCT, Kind.TEST))
"""What can be chosen; decisions about oneself and tests are always sent at once."""

DEFAULTS: Mapping[Kind, When] = dict.fromkeys(Kind, When.NOW) | {Kind.MENTION: When.ONCE}
"""For every channel: a browser or a webhook exists only because its user has asked for it."""

_NEEDED = dict.fromkeys(KINDS, When.OFF) | dict.fromkeys(
    (Kind.TURN, Kind.NEAR, Kind.ACTED, Kind.INVITED, Kind.VOTE), When.NOW
)

PRESETS: Mapping[str, Mapping[Kind, When]] = {
    "needed": _NEEDED,
    "posted": _NEEDED | dict.fromkeys((Kind.STARTED, Kind.OVER, Kind.FRIEND), When.DIGEST) | {Kind.MENTION: When.ONCE},
    "everything": {kind: DEFAULTS[kind] for kind in KINDS},
    "nothing": dict.fromkeys(KINDS, When.OFF),
}
"""Preferences in one press, the same for every channel. A preset is not stored, but recognised: ``nearest_preset``."""


def effective(notice: Notice) -> dict[Channel, When]:
    """Return when to send this notice on each channel, for its recipient."""
    chosen = {channel: DEFAULTS[Kind(notice.kind)] for channel in Channel}
    mine = Choice.objects.filter(user=notice.user, kind=notice.kind)
    general = list(mine.filter(game=None))
    for choice in general + list(mine.filter(game=notice.game) if notice.game else []):
        chosen[Channel(choice.channel)] = When(choice.when)
    return chosen


def general(user: User) -> dict[tuple[Kind, Channel], When]:
    """Return a user's preferences for all tables, with the defaults filled in."""
    chosen = {(kind, channel): DEFAULTS[kind] for kind in KINDS for channel in Channel}
    for choice in Choice.objects.filter(user=user, game=None).exclude(kind=Kind.TEST):
        chosen[Kind(choice.kind), Channel(choice.channel)] = When(choice.when)
    return chosen


def nearest_preset(chosen: Mapping[tuple[Kind, Channel], When], channels: Collection[Channel]) -> str:
    """Return the preset with the fewest exceptions on these channels; on a tie the default one."""
    names = sorted(PRESETS, key=lambda name: name != "everything")
    return min(
        names,
        key=lambda name: sum(
            when != PRESETS[name][kind] for (kind, channel), when in chosen.items() if channel in channels
        ),
    )


def set_preference(user: User, kind: Kind, channel: Channel, when: When, game: Game | None = None) -> None:
    """Store a preference, for one table or (None) for all others."""
    Choice.objects.update_or_create(user=user, kind=kind, channel=channel, game=game, defaults={"when": when})


@transaction.atomic
def turn_off(user: User, kinds: Collection[Kind], channel: Channel) -> None:
    """Turn these kinds off for a channel, including the preferences of single tables."""
    for kind in set(kinds).intersection(KINDS):
        set_preference(user, kind, channel, When.OFF)
    Choice.objects.filter(user=user, kind__in=kinds, channel=channel).update(when=When.OFF)


@transaction.atomic
def set_for_table(user: User, game: Game, when: When | None) -> None:
    """Set all kinds and channels for one table; None restores the general preferences."""
    Choice.objects.filter(user=user, game=game).delete()
    if when is not None:
        all_of_it = [(kind, channel) for kind in KINDS for channel in Channel]
        Choice.objects.bulk_create(
            Choice(user=user, kind=kind, channel=channel, game=game, when=when) for kind, channel in all_of_it
        )

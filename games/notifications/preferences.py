"""How each person wants to be told: his choice for the table, else his general one, else what most people want."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction

from accounts.models import User
from games.models import Channel, Choice, Game, Kind, Notice, When

KINDS: tuple[Kind, ...] = tuple(kind for kind in Kind if kind not in (Kind.CONDUCT, Kind.TEST))
"""What can be chosen; decisions about oneself and tests are always sent at once."""

DEFAULTS: Mapping[Kind, When] = dict.fromkeys(Kind, When.NOW) | {Kind.MENTION: When.ONCE}
"""For every channel: a browser or a webhook is only there because somebody has asked for it."""


def wishes(notice: Notice) -> dict[Channel, When]:
    """How soon this notice is to go out by each channel."""
    chosen = {channel: DEFAULTS[Kind(notice.kind)] for channel in Channel}
    mine = Choice.objects.filter(user=notice.user, kind=notice.kind)
    general = list(mine.filter(game=None))
    for choice in general + list(mine.filter(game=notice.game) if notice.game else []):
        chosen[Channel(choice.channel)] = When(choice.when)
    return chosen


def table_of_choices(user: User) -> dict[tuple[Kind, Channel], When]:
    """What somebody has chosen for all tables, or the defaults."""
    chosen = {(kind, channel): DEFAULTS[kind] for kind in KINDS for channel in Channel}
    for choice in Choice.objects.filter(user=user, game=None).exclude(kind=Kind.TEST):
        chosen[Kind(choice.kind), Channel(choice.channel)] = When(choice.when)
    return chosen


def choose(user: User, kind: Kind, channel: Channel, when: When, game: Game | None = None) -> None:
    """Keep a choice, for one table or (None) for all others."""
    Choice.objects.update_or_create(user=user, kind=kind, channel=channel, game=game, defaults={"when": when})


@transaction.atomic
def stop(user: User, kinds: Collection[Kind], channel: Channel) -> None:
    """Never again notices of these kinds by this channel, as far as that can be chosen, whatever single tables say."""
    for kind in set(kinds).intersection(KINDS):
        choose(user, kind, channel, When.OFF)
    Choice.objects.filter(user=user, kind__in=kinds, channel=channel).update(when=When.OFF)


@transaction.atomic
def at_table(user: User, game: Game, when: When | None) -> None:
    """Everything about one table so, by every channel; None: as everywhere else."""
    Choice.objects.filter(user=user, game=game).delete()
    if when is not None:
        all_of_it = [(kind, channel) for kind in KINDS for channel in Channel]
        Choice.objects.bulk_create(
            Choice(user=user, kind=kind, channel=channel, game=game, when=when) for kind, channel in all_of_it
        )

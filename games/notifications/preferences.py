"""Notification preferences: a user's choice for the table, else their general one, else the default."""

from collections.abc import Collection, Mapping

from django.db import transaction

from accounts.models import User
from games.models import DeliveryChannel, DeliveryTiming, Game, Notice, NotificationKind, NotificationPreference

KINDS: tuple[NotificationKind, ...] = tuple(
    kind for kind in NotificationKind if kind not in (NotificationKind.CONDUCT, NotificationKind.TEST)
)
"""The kinds that can be chosen; decisions about oneself and tests are always sent at once."""

DEFAULTS: Mapping[NotificationKind, DeliveryTiming] = dict.fromkeys(NotificationKind, DeliveryTiming.NOW) | {
    NotificationKind.MENTION: DeliveryTiming.ONCE
}
"""For every channel: a browser or a webhook exists only because its user has asked for it."""

_NEEDED = dict.fromkeys(KINDS, DeliveryTiming.OFF) | dict.fromkeys(
    (
        NotificationKind.TURN,
        NotificationKind.NEAR,
        NotificationKind.ACTED,
        NotificationKind.INVITED,
        NotificationKind.VOTE,
    ),
    DeliveryTiming.NOW,
)

PRESETS: Mapping[str, Mapping[NotificationKind, DeliveryTiming]] = {
    "needed": _NEEDED,
    "posted": _NEEDED
    | dict.fromkeys((NotificationKind.STARTED, NotificationKind.OVER, NotificationKind.FRIEND), DeliveryTiming.DIGEST)
    | {NotificationKind.MENTION: DeliveryTiming.ONCE},
    "everything": {kind: DEFAULTS[kind] for kind in KINDS},
    "nothing": dict.fromkeys(KINDS, DeliveryTiming.OFF),
}
"""Preferences in one press, the same for every channel. A preset is not stored, but recognised: ``nearest_preset``."""


def effective(notice: Notice) -> dict[DeliveryChannel, DeliveryTiming]:
    """Return when to send this notice on each channel, for its recipient."""
    chosen = {channel: DEFAULTS[NotificationKind(notice.kind)] for channel in DeliveryChannel}
    mine = NotificationPreference.objects.filter(user=notice.user, kind=notice.kind)
    general = list(mine.filter(game=None))
    for choice in general + list(mine.filter(game=notice.game) if notice.game else []):
        chosen[DeliveryChannel(choice.channel)] = DeliveryTiming(choice.when)
    return chosen


def general(user: User) -> dict[tuple[NotificationKind, DeliveryChannel], DeliveryTiming]:
    """Return a user's preferences for all tables, with the defaults filled in."""
    chosen = {(kind, channel): DEFAULTS[kind] for kind in KINDS for channel in DeliveryChannel}
    for choice in NotificationPreference.objects.filter(user=user, game=None).exclude(kind=NotificationKind.TEST):
        chosen[NotificationKind(choice.kind), DeliveryChannel(choice.channel)] = DeliveryTiming(choice.when)
    return chosen


def nearest_preset(
    chosen: Mapping[tuple[NotificationKind, DeliveryChannel], DeliveryTiming], channels: Collection[DeliveryChannel]
) -> str:
    """Return the preset with the fewest exceptions on these channels; on a tie the default one."""
    names = sorted(PRESETS, key=lambda name: name != "everything")
    return min(
        names,
        key=lambda name: sum(
            when != PRESETS[name][kind] for (kind, channel), when in chosen.items() if channel in channels
        ),
    )


def set_preference(
    user: User, kind: NotificationKind, channel: DeliveryChannel, when: DeliveryTiming, game: Game | None = None
) -> None:
    """Store a preference, for one table or (None) for all others."""
    NotificationPreference.objects.update_or_create(
        user=user, kind=kind, channel=channel, game=game, defaults={"when": when}
    )


@transaction.atomic
def turn_off(user: User, kinds: Collection[NotificationKind], channel: DeliveryChannel) -> None:
    """Turn these kinds off for a channel, including the preferences of single tables."""
    for kind in set(kinds).intersection(KINDS):
        set_preference(user, kind, channel, DeliveryTiming.OFF)
    NotificationPreference.objects.filter(user=user, kind__in=kinds, channel=channel).update(when=DeliveryTiming.OFF)


@transaction.atomic
def set_for_table(user: User, game: Game, when: DeliveryTiming | None) -> None:
    """Set all kinds and channels for one table; None restores the general preferences."""
    NotificationPreference.objects.filter(user=user, game=game).delete()
    if when is not None:
        all_of_it = [(kind, channel) for kind in KINDS for channel in DeliveryChannel]
        NotificationPreference.objects.bulk_create(
            NotificationPreference(user=user, kind=kind, channel=channel, game=game, when=when)
            for kind, channel in all_of_it
        )

"""Notification preferences: a user's choice for the table, else the general choice, else the default."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games import clock
from games.models import DeliveryChannel, DeliveryTiming, Game, Notice, NotificationKind, NotificationPreference

KINDS: tuple[NotificationKind, ...] = tuple(
    kind for kind in NotificationKind if kind not in (NotificationKind.CONDUCT, NotificationKind.TEST)
)
"""The kinds with preferences; moderation decisions and tests are always sent immediately."""

DEFAULTS: Mapping[NotificationKind, DeliveryTiming] = dict.fromkeys(NotificationKind, DeliveryTiming.NOW) | {
    NotificationKind.MENTION: DeliveryTiming.ONCE,
    NotificationKind.NEXT: DeliveryTiming.OFF,
}
"""Default timings, the same for every channel because browsers and webhooks exist only at their user's request."""

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
"""Sets of preferences, the same for every channel. The chosen preset is not stored; ``nearest_preset`` detects it."""


def effective(notice: Notice) -> dict[DeliveryChannel, DeliveryTiming]:
    kind = NotificationKind(notice.kind)
    return timings(notice.user, [kind], notice.game)[kind]


def timings(
    user: User, kinds: Collection[NotificationKind], game: Game | None
) -> dict[NotificationKind, dict[DeliveryChannel, DeliveryTiming]]:
    """Return a user's timing for notifications of these kinds about ``game`` on each channel, in one query.

    No mail is sent about turns with a limit of minutes, because it would be too late.
    """
    chosen = {kind: dict.fromkeys(DeliveryChannel, DEFAULTS[kind]) for kind in kinds}
    choices = NotificationPreference.objects.filter(Q(game=None) | Q(game=game), user=user, kind__in=kinds)
    for choice in sorted(choices, key=lambda choice: choice.game_id is not None):
        chosen[NotificationKind(choice.kind)][DeliveryChannel(choice.channel)] = DeliveryTiming(choice.when)
    if game is not None and clock.is_quick(game.terms):
        for kind in chosen.keys() & {NotificationKind.TURN, NotificationKind.NEAR, NotificationKind.NEXT}:
            chosen[kind][DeliveryChannel.MAIL] = DeliveryTiming.OFF
    return chosen


def general(user: User) -> dict[tuple[NotificationKind, DeliveryChannel], DeliveryTiming]:
    chosen = {(kind, channel): DEFAULTS[kind] for kind in KINDS for channel in DeliveryChannel}
    for choice in NotificationPreference.objects.filter(user=user, game=None).exclude(kind=NotificationKind.TEST):
        chosen[NotificationKind(choice.kind), DeliveryChannel(choice.channel)] = DeliveryTiming(choice.when)
    return chosen


def nearest_preset(
    chosen: Mapping[tuple[NotificationKind, DeliveryChannel], DeliveryTiming], channels: Collection[DeliveryChannel]
) -> str:
    """Return the preset with the fewest exceptions on these channels, on a tie the default preset."""
    return min(
        sorted(PRESETS, key=lambda name: name != "everything"),
        key=lambda name: sum(
            when != PRESETS[name][kind] for (kind, channel), when in chosen.items() if channel in channels
        ),
    )


def set_preference(
    user: User, kind: NotificationKind, channel: DeliveryChannel, when: DeliveryTiming, game: Game | None = None
) -> None:
    """Store a preference for one table or, if ``game`` is None, the general preference."""
    NotificationPreference.objects.update_or_create(
        user=user, kind=kind, channel=channel, game=game, defaults={"when": when}
    )


@transaction.atomic
def turn_off(user: User, kinds: Collection[NotificationKind], channel: DeliveryChannel) -> None:
    """Turn these kinds off for a channel, including the preferences for single tables."""
    for kind in set(kinds).intersection(KINDS):
        set_preference(user, kind, channel, DeliveryTiming.OFF)
    NotificationPreference.objects.filter(user=user, kind__in=kinds, channel=channel).update(when=DeliveryTiming.OFF)

"""The first notice of a game that a user waits for."""

from accounts.models import User
from games import clock
from games.models import DeliveryChannel, DeliveryTiming, Game, NotificationKind
from games.notifications import preferences
from games.notifications.outbox import targets

_SOON = (DeliveryTiming.NOW, DeliveryTiming.ONCE)


def first_notice(user: User, game: Game) -> NotificationKind | None:
    """Return the notice that ``user`` can expect once ``game`` starts: STARTED, TURN, or None.

    Players who are to move at the start get TURN instead of STARTED, so that a start is certain to be told only to
    users who receive both.
    """
    quick = clock.is_quick(game.terms)  # turns of minutes are not announced by mail
    usable = (channel for channel in DeliveryChannel if not (quick and channel == DeliveryChannel.MAIL))
    channels = [channel for channel in usable if targets(user, channel)]

    def is_sent(kind: NotificationKind) -> bool:
        timings = preferences.timings(user, kind, game)
        return any(timings[channel] in _SOON for channel in channels)

    if not (channels and is_sent(NotificationKind.TURN)):
        return None
    return NotificationKind.STARTED if is_sent(NotificationKind.STARTED) else NotificationKind.TURN

"""The notification that tells a waiting player of the start of a game."""

from accounts.models import User
from games.models import DeliveryTiming, Game, NotificationKind
from games.notifications import preferences
from games.notifications.outbox import targets

_SOON = (DeliveryTiming.NOW, DeliveryTiming.ONCE)


def first_notice(user: User, game: Game) -> NotificationKind | None:
    """Return STARTED if ``user`` will certainly get that notice soon, TURN if only the turn notice, otherwise None."""
    kinds = NotificationKind.TURN, NotificationKind.STARTED
    timings = preferences.timings(user, kinds, game)
    soon = {kind: {channel for channel, when in timings[kind].items() if when in _SOON} for kind in kinds}
    reached = {channel for channel in set().union(*soon.values()) if targets(user, channel)}
    if not soon[NotificationKind.TURN] & reached:
        return None
    return NotificationKind.STARTED if soon[NotificationKind.STARTED] & reached else NotificationKind.TURN

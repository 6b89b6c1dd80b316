"""Standing orders that a player may give: for announcing, for Chicago, and for low cards in tricks."""

from collections.abc import Mapping

from games.rules.automation import Automation
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
from games.rules.standing_orders import ONLY_MOVE, only_move
from games.rules.swedish_chicago.bot.default_move import lowest
from games.rules.swedish_chicago.hands import combination
from games.rules.swedish_chicago.legal import LEAST, announcement
from games.rules.swedish_chicago.scoring import would_fall
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Order, OrderChoice

ANNOUNCE, CHICAGO, TRICK = "announce", "chicago", "trick"
"""The names of the orders.

Their values are ``best`` or ``silent`` for announcing (3.1), ``never`` for declaring (5.1), ``lowest`` or ``follow``
for the tricks of one hand (4.2).
"""

_EVERY_TIME = _("This applies to the first and second phases.")
_TO_BE_ASKED = _(
    "This applies to the first and second phases. You’re still asked if announcing could send "
    "you back to 0 because you haven’t made a Chicago."
)


class StandingOrders(Automation[State, View]):
    def orders(self, view: View) -> tuple[Order, ...]:
        """Return the orders that the viewer may give.

        The order for tricks exists only in phase 3, and lapses after it.
        """
        if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
            return ()
        own = view.seats[view.seat]
        tricks = (_trick(view),) if view.part == 3 else ()
        return _announce(view, own), _chicago(view, own), *tricks, ONLY_MOVE

    def automatic_move(self, view: View, orders: Mapping[str, str]) -> str | None:
        answer = _ANSWERS.get(view.phase)
        if view.seat is None or not view.legal or answer is None:
            return only_move(view.legal, orders)
        return answer(view, view.seats[view.seat], orders) or only_move(view.legal, orders)


def _announce(view: View, own: SeatView) -> Order:
    return Order(
        ANNOUNCE,
        say(_("When it’s my turn to announce")),
        say(_TO_BE_ASKED if view.options["must_chicago"] else _EVERY_TIME),
        (
            OrderChoice("best", say(_("Announce my hand if it’s the highest so far, otherwise pass"))),
            OrderChoice("silent", say(_("Stay silent: pass"))),
        ),
        soon=view.part < 3 and own.said[view.part - 1] is None and not own.answered,
    )


def _chicago(view: View, own: SeatView) -> Order:
    return Order(
        CHICAGO,
        say(_("When I may declare Chicago")),
        say(_("You pass without being asked, no matter what you hold.")),
        (OrderChoice("never", say(_("Never declare it"))),),
        soon=view.part == 3 and view.phase != "play" and view.declarer is None and may_declare(view, own),
    )


def _trick(view: View) -> Order:
    return Order(
        TRICK,
        say(_("When I play to a trick")),
        say(
            _(
                "This is your lowest card of the suit led, or of your whole hand if you have none or if "
                "you lead. It applies to this hand only, and not if you play a Chicago yourself."
            )
        ),
        (
            OrderChoice("follow", say(_("Play my lowest, but ask me when I lead"))),
            OrderChoice("lowest", say(_("Play my lowest, even when I lead"))),
        ),
        soon=view.phase in ("chicago", "play") and view.declarer != view.seat,
    )


def may_declare(view: View, own: SeatView) -> bool:
    return own.score >= LEAST or view.options["negative"]


def answer_announce(view: View, own: SeatView, orders: Mapping[str, str]) -> str | None:
    wish = orders.get(ANNOUNCE)
    best = announcement(view.legal)
    if wish == "best" and best is not None:
        return None if may_fall(view, own) else best
    return "pass" if wish in ("best", "silent") else None


def may_fall(view: View, own: SeatView) -> bool:
    """Return whether announcing could make the viewer fall back to 0 (7.4)."""
    kind = combination(own.hand or ())
    return kind is not None and would_fall(view, own, kind)


def _answer_chicago(_view: View, _own: SeatView, orders: Mapping[str, str]) -> str | None:
    return "pass" if orders.get(CHICAGO) == "never" else None


def _answer_trick(view: View, own: SeatView, orders: Mapping[str, str]) -> str | None:
    """Return the play of the lowest card if ordered, otherwise None.

    The order has no effect if the player has declared Chicago.
    """
    wish = orders.get(TRICK)
    wanted = wish == "lowest" or (wish == "follow" and bool(view.trick))
    return lowest(view.legal) if wanted and view.declarer != own.seat else None


_ANSWERS = {"announce": answer_announce, "chicago": _answer_chicago, "play": _answer_trick}

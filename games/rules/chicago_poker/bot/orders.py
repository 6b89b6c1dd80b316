"""Standing orders that a player may give: the answer to a tie (rule 6.4), and the only possible move."""

from collections.abc import Mapping, Sequence

from games.rules.automation import Automation
from games.rules.chicago_poker.pieces import VALUE
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, say
from games.rules.standing_orders import ONLY_MOVE, only_move
from games.rules.vocabulary import Order, OrderChoice

TIE = "tie"
"""The order for ties; its values are ``highest``, ``lowest``, a gangster's code, or ``decline`` (French edition)."""


class StandingOrders(Automation[State, View]):
    def orders(self, view: View) -> tuple[Order, ...]:
        """Return the orders for ties and for the only move.

        Return an empty tuple if the viewer is out or the game is over.
        """
        if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
            return ()
        return _tie(view), ONLY_MOVE

    def automatic_move(self, view: View, orders: Mapping[str, str]) -> str | None:
        return _answer(view.legal, orders.get(TIE)) or only_move(view.legal, orders)


def _tie(view: View) -> Order:
    choices = [
        OrderChoice("highest", say(_("Send my highest gangster"))),
        OrderChoice("lowest", say(_("Send my lowest gangster"))),
        *(OrderChoice(code, say(_("Send %(card)s"), card=card(code))) for code in _gangsters(view)),
    ]
    if view.options["edition"] == "french":
        choices.append(OrderChoice("decline", say(_("Send nobody"))))
    return Order(
        TIE,
        say(_("If I’m tied in a shootout")),
        say(
            _(
                "Your reinforcement is sent without asking you, in every round. A gangster you name is sent only "
                "while you hold it."
            )
        ),
        tuple(choices),
        soon=_may_be_level_soon(view),
    )


def _gangsters(view: View) -> list[str]:
    hand = view.seats[view.seat].hand if view.seat is not None else None
    return sorted((code for code in hand or () if code in VALUE), key=VALUE.__getitem__)


def _may_be_level_soon(view: View) -> bool:
    """Return whether a shootout has been called (6.1) at a business where the viewer and a rival have cards."""
    return any(
        business.markers and business.columns[view.seat] and sum(map(bool, business.columns)) > 1
        for business in view.street
        if business is not None and view.seat is not None
    )


def _answer(legal: Sequence[str], wish: str | None) -> str | None:
    """Return the answer to a tie that this order prescribes.

    Return None without a tie, or if the chosen gangster is no longer in hand.
    """
    sends = sorted((move for move in legal if move.startswith("send")), key=lambda move: VALUE[move.split()[1]])
    answers = {"lowest": sends[:1], "highest": sends[-1:], "decline": ["decline"]}.get(wish or "", [f"send {wish}"])
    return next((move for move in answers if move in legal), None)

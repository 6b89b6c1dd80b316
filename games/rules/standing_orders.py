"""Standing orders that all games share; each game lists those that it supports."""

from collections.abc import Mapping, Sequence

from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
from games.rules.vocabulary import Order, OrderChoice

ONLY_MOVE = Order(
    "only_move",
    say(_("If only one move is possible")),
    say(
        _(
            "This happens even if the move ends your turn, draws a card or shows one. It never resigns for you. It "
            "waits about as long as you usually take, so nobody can tell that you had no choice."
        )
    ),
    (OrderChoice("make", say(_("Make it for me"))),),
)


def only_move(legal: Sequence[str], orders: Mapping[str, str]) -> str | None:
    """Return the move if exactly one is legal and :data:`ONLY_MOVE` is among the orders; otherwise None."""
    return legal[0] if orders.get(ONLY_MOVE.name) == "make" and len(legal) == 1 else None

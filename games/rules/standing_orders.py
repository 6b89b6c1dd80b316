"""Standing orders that suit every game; each game names those that it takes over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.contract import Order, OrderChoice
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say

ONLY_MOVE = Order(
    "only_move",
    say(_("If only one move is possible")),
    say(_("It is made even if it ends your turn, draws a card or shows one. You are never made to resign.")),
    (OrderChoice("make", say(_("Make it for me"))),),
)


def only_move(legal: Sequence[str], orders: Mapping[str, str]) -> str | None:
    """The one legal move, if there is just one and :data:`ONLY_MOVE` is among the orders."""
    return legal[0] if orders.get(ONLY_MOVE.name) == "make" and len(legal) == 1 else None

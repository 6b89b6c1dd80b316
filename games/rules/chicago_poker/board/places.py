"""How many places one's hand has on the page, so that a card which comes moves no other."""

from collections.abc import Sequence

from games.rules.chicago_poker.board.rails import own_hand
from games.rules.chicago_poker.pieces import HAND
from games.rules.chicago_poker.view import View

_ACTIONS = 3


def hand_places(view: View, drafts: Sequence[str]) -> int:
    """Return the most cards that the hand can reach in this turn, or in the next one while others move.

    A draw leaves the sum of cards and actions as it is, and so does a Revolver; any other action lowers it. So nothing
    that follows within a turn needs more places, and taking ``drafts`` back doesn't either. In a tie no hand grows.
    """
    held = len(own_hand(view))
    if view.phase != "turn":
        return held
    left = view.due + view.extra if view.seat == view.active else _ACTIONS
    most = held + left + 2 * sum(draft != "revolver" for draft in drafts)
    shot = 2 if "revolver" in own_hand(view) or "revolver" in drafts else 0
    # More than HAND may be held only while the actions that are left, and a revolver's, can bring them down (3.6).
    return max(held, min(most, max(HAND, (HAND + most + shot) // 2)))

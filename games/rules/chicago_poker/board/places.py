"""The number of places for the hand on the page; it stays constant so that a new card doesn't move the others."""

from collections.abc import Sequence

from games.rules.chicago_poker.board.rails import own_hand
from games.rules.chicago_poker.pieces import HAND
from games.rules.chicago_poker.view import View

_ACTIONS = 3


def hand_places(view: View, drafts: Sequence[str]) -> int:
    """Return the maximum hand size in this turn, or in the viewer's next turn while others move.

    A draw or a Revolver keeps the sum of cards and actions constant; every other action lowers it. Therefore, nothing
    later in the turn needs more places, nor does undoing ``drafts``. In a tie, no hand grows.
    """
    held = len(own_hand(view))
    if view.phase != "turn":
        return held
    left = view.due + view.extra if view.seat == view.active else _ACTIONS
    most = held + left + 2 * sum(draft != "revolver" for draft in drafts)
    shot = 2 if "revolver" in own_hand(view) or "revolver" in drafts else 0
    # A hand may exceed HAND only while the remaining actions, with a revolver's, can reduce it again (3.6).
    return max(held, min(most, max(HAND, (HAND + most + shot) // 2)))

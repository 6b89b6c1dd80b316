"""The legal moves that a search evaluates: good plays, without blunders, and promising uses of special cards."""

from collections.abc import Callable, Sequence
from heapq import nlargest
from random import Random

from games.rules.automation import Automation
from games.rules.chicago_poker.bot.blunders import blunders
from games.rules.chicago_poker.bot.prospects import column, open_businesses
from games.rules.chicago_poker.bot.quick import absurd, ratings
from games.rules.chicago_poker.bot.reach import rating
from games.rules.chicago_poker.moves import understand
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View

_MOST = 4
"""The maximum number of uses of each special card to evaluate."""

_NEAR = 1.0
"""The largest gap to the rating of the best move for which a move doesn't look absurd."""

_PLAYS = 8

_FAR = 1.5
"""The largest gap to the best rating for which a play is searched.

In full games, plays with a larger gap never turned out better.
"""


class Candidates(Automation[State, View]):
    def candidates(self, view: View) -> Sequence[str]:
        """Return the quick policy's best plays, and the most promising uses of special cards."""
        return _worth_a_search(view, self.determinize(view, Random(0)))

    def sensible(self, view: View) -> Sequence[str]:
        return [*self.move_prior(view)]

    def move_prior(self, view: View) -> dict[str, float]:
        """Return the sensible candidates that have a rating, with its difference to the first one's."""
        state = self.determinize(view, Random(0))
        first, *others = _worth_a_search(view, state)
        if view.phase != "turn" or view.seat is None or not view.due + view.extra:
            return {first: 0.0}
        rated, bad = ratings(state, view.seat), absurd(state, view.seat)
        below = {move: rated[move] - rated[first] for move in others if move in rated and move not in bad}
        return {first: 0.0} | {move: gap for move, gap in below.items() if gap > -_NEAR}


def _worth_a_search(view: View, state: State) -> Sequence[str]:
    """Return the moves worth evaluating, the quick policy's choice first; blunders only if there are no other moves."""
    if view.phase != "turn" or view.seat is None or not view.due + view.extra:
        return view.legal
    bad = blunders(view)
    legal = [move for move in view.legal if move not in bad] or view.legal
    rated = {move: rated for move, rated in ratings(state, view.seat).items() if move in legal}
    best = sorted(rated, key=lambda move: (rated[move], move), reverse=True)
    least = max(rated.values(), default=0.0) - _FAR
    plays = [move for move in best if move.startswith("play") and rated[move] >= least][:_PLAYS]
    found = [move for move in best if move in plays or not move.startswith("play")]
    for verb, look in _LOOKS.items():
        uses = [move for move in legal if move.startswith(verb) and move not in found]
        found += nlargest(_MOST, uses, key=lambda move: look(view, move))
    return found or legal


def _own(view: View) -> dict[str, tuple[str, ...]]:
    return {business.tile: column(view, business) for business in open_businesses(view)}


def _limousine(view: View, text: str) -> float:
    """Return a rating of the resulting hands at both businesses (5.4); the better hand counts double."""
    move, columns = understand(text), _own(view)
    source = [card for card in columns[move.business] if card not in move.cards]
    hands = sorted((rating(source), rating([*columns[move.onto], *move.cards])))
    return hands[0] + 2 * hands[1]


def _bribery(view: View, text: str) -> float:
    """Return how well the card matches the viewer's cards in value and colour (5.6).

    Special cards have a fixed rating.
    """
    card, own = understand(text).card, view.seats[view.seat or 0].hand or ()
    if card not in VALUE:
        return 3.0
    others = [other for other in (*own, *(code for laid in _own(view).values() for code in laid)) if other in VALUE]
    return sum(_kin(card, other) for other in others)


def _kin(card: str, other: str) -> int:
    apart = abs(VALUE[card] - VALUE[other])
    return 5 * (apart == 0) + (apart < COLUMN) + (card[-1] == other[-1])


def _aimed(view: View, text: str) -> float:
    """Return a rating of the target column by its visible hand and number of cards (5.2, 5.3)."""
    move = understand(text)
    laid = next(each for each in open_businesses(view) if each.tile == move.business).columns[move.target]
    return rating([card.code for card in laid if card.code]) + len(laid)


_LOOKS: dict[str, Callable[[View, str], float]] = {
    "limousine": _limousine,
    "bribery": _bribery,
    "liquidation": _aimed,
    "raid": _aimed,
}

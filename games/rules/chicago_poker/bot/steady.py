"""The computer player *steady*, which rates a move by the best joint plan after it.

Equal views give equal moves.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import nlargest
from statistics import fmean
from typing import Any

from games.rules.automation import Automation
from games.rules.chicago_poker.bot.evaluation import Stake, chance, own_seat, shortened, stake, stakes, unseen
from games.rules.chicago_poker.bot.search import PATIENCE, Prospect
from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import BusinessView, View

_GUESSES = 6

_AHEAD = 2
"""The number of next cards in each sample."""

_USES = 6
"""The maximum number of uses of each special card to evaluate."""

_PROBABLY = 0.75
"""The chance to win a tie for which a reinforcement is good enough, so that higher cards can be kept."""

_HOPELESS = 0.08
"""The chance below which no reinforcement is sent, if that is allowed (6.4)."""

_RESERVE = 0.15

_CURIOSITY = 0.02
"""The value of knowing a face-down card, as a share of the business's value."""


class SteadyPolicy(Automation[State, View]):
    def policy(self, view: View) -> str:
        if not view.legal:
            raise ValueError("there is no move to choose")
        if len(view.legal) == 1:
            return view.legal[0]
        if view.phase == "order":
            return view.legal[0]
        return _reinforcement(view) if view.phase == "tie" else _Turn(view).choice()


def _reinforcement(view: View) -> str:
    """Return the move that sends the lowest card that probably wins a tie, or the highest card (6.4).

    Return ``decline`` if even the highest card is hopeless and the edition allows it.
    """
    sends = sorted((move for move in view.legal if move.startswith("send")), key=lambda move: VALUE[move.split()[1]])
    if not sends:
        return view.legal[0]
    chances = {move: _wins_tie(view, move.split()[1]) for move in sends}
    if "decline" in view.legal and chances[sends[-1]] < _HOPELESS:
        return "decline"
    return next((move for move in sends if chances[move] >= _PROBABLY), sends[-1])


def _wins_tie(view: View, card: str) -> float:
    """Return the chance that this card beats the best card that each tied rival sends."""
    left = unseen(view)
    lower = sum(VALUE[other] < VALUE[card] for other in left) / max(1, len(left))
    tied = view.tie.seats if view.tie else ()
    rivals = [view.seats[seat].hand_size for seat in tied if seat != view.seat]
    return lower ** sum(min(3, size) for size in rivals)


class _Turn:
    def __init__(self, view: View) -> None:
        self.view, self.own = view, own_seat(view)
        self.left = unseen(view)
        self.stakes = stakes(view)
        self.hand = [card for card in view.seats[self.own].hand or () if card in VALUE]
        self.room = view.due + view.extra - 1
        self.draws = self._draws()
        self.prospects = [Prospect(self.stakes, self.hand, drawn) for drawn in self.draws]
        self.certain = Prospect(self.stakes, self.hand)
        self.by_tile = {stake.tile: stake for stake in self.stakes}
        self._weigh: dict[str, Callable[..., float]] = {
            "draw": self._draw, "play": self._play, "end": self._end, "revolver": self._revolver, "raid": self._raid,
            "liquidation": self._liquidation, "bribery": self._bribery, "limousine": self._limousine,
        }  # fmt: skip

    def _draws(self) -> list[list[str]]:
        chances = chance(self.view, "draw")
        number = min(_AHEAD, len(self.left))
        return [chances.sample(self.left, number) for _ in range(_GUESSES if number else 1)]

    def choice(self) -> str:
        """Return the move with the highest value; the first one if several are equal."""
        self.waiting = fmean(prospect.best(self.room) for prospect in self.prospects)
        self.made = self.certain.best(self.room)
        return max(self._candidates(), key=self._worth)

    def _candidates(self) -> list[str]:
        uses: dict[str, list[str]] = {}
        for move in self.view.legal:
            uses.setdefault(move.split()[0], []).append(move)
        promise: dict[str, Callable[[str], Any]] = {
            "limousine": self._shift,
            "bribery": self._affinity,
            "liquidation": self._target,
        }
        for verb, look in promise.items():
            if verb in uses:
                uses[verb] = nlargest(_USES, uses[verb], look)
        return [move for moves in uses.values() for move in moves]

    def _worth(self, move: str) -> float:
        verb, *words = move.split()
        return self._weigh[verb](*words)

    def _draw(self) -> float:
        if not self.draws[0]:
            return self.waiting
        return fmean(
            prospect.best_drawn(drawn[0], self.room) for prospect, drawn in zip(self.prospects, self.draws, strict=True)
        )

    def _play(self, card: str, tile: str) -> float:
        return fmean(prospect.best_laid(card, tile, self.room) for prospect in self.prospects)

    def _end(self) -> float:
        return fmean(prospect.best(0) for prospect in self.prospects)

    def _revolver(self) -> float:
        longer = fmean(prospect.best(self.room + 2) for prospect in self.prospects)
        return longer / PATIENCE - _RESERVE

    def _raid(self, tile: str, seat: str) -> float:
        """Return the value of a raid; each hidden card is worth a share of the business's value (5.3)."""
        business = self._business(tile)
        hidden = sum(card.code is None for card in business.columns[int(seat)])
        return self.waiting - _RESERVE + _CURIOSITY * hidden * self.by_tile[tile].gain

    def _business(self, tile: str) -> BusinessView:
        return next(business for business in self.view.street if business and business.tile == tile)

    def _liquidation(self, tile: str, seat: str) -> float:
        weakened = stake(self.view, shortened(self._business(tile), int(seat)), self.left)
        return self.waiting + self._change([weakened]) - _RESERVE

    def _change(self, instead: Sequence[Stake]) -> float:
        """Return the gain if these stakes replaced the current ones, using only cards in hand."""
        now = list((self.by_tile | {stake.tile: stake for stake in instead}).values())
        return _settled(now) - _settled(self.stakes) + Prospect(now, self.hand).best(self.room) - self.made

    def _target(self, move: str) -> tuple[int, int]:
        _, tile, seat = move.split()
        column = self._business(tile).columns[int(seat)]
        known = [card.code for card in column if card.code]
        return len(column), strength(known) if known else 0

    def _bribery(self, card: str) -> float:
        if card not in VALUE:
            return self.waiting - _RESERVE
        return (
            self.waiting + Prospect(self.stakes, self.hand, [card]).best_drawn(card, self.room) - self.made - _RESERVE
        )

    def _affinity(self, move: str) -> int:
        """Return how well a discarded card matches the player's own cards in value and colour."""
        card = move.split()[1]
        own = [*self.hand, *(code for stake in self.stakes for code in stake.column)]
        return sum(_alike(card, other) for other in own) if card in VALUE else 0

    def _limousine(self, source: str, onto: str, *cards: str) -> float:
        return self.waiting - _RESERVE + self._change(self._moved(source, onto, *cards))

    def _shift(self, move: str) -> float:
        _, source, onto, *cards = move.split()
        before = (self.by_tile[tile] for tile in (source, onto))
        return _settled(self._moved(source, onto, *cards)) - _settled(before)

    def _moved(self, source: str, onto: str, *cards: str) -> tuple[Stake, Stake]:
        here, there = self.by_tile[source], self.by_tile[onto]
        left = tuple(card for card in here.column if card not in cards)
        return here.with_column(left), there.with_column((*there.column, *cards))


def _settled(stakes: Iterable[Stake]) -> float:
    return sum(stake.payoff(stake.column) for stake in stakes)


def _alike(card: str, other: str) -> int:
    apart = abs(VALUE[card] - VALUE[other])
    return 4 * (apart == 0) + (apart < COLUMN) + (card[-1] == other[-1])

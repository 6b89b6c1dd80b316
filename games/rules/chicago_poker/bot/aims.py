"""The hand that a column can become with the cards in hand and up to two drawn cards (rule 7)."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.rules.chicago_poker.bot.prospects import best, drawable, name_of
from games.rules.chicago_poker.hands import NAMES, strength
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.chicago_poker.view import View

STRAIGHT, FLUSH = NAMES.index("straight"), NAMES.index("flush")
TRIPS = NAMES.index("three of a kind")

_BETTER = {
    STRAIGHT: {STRAIGHT, NAMES.index("rainbow straight"), NAMES.index("straight flush")},
    FLUSH: {FLUSH, NAMES.index("straight flush")},
}
"""The hands that count as a straight, and those that count as a flush."""

_ROWS = [set(range(low, low + COLUMN)) for low in range(1, 12)]


class Aim(NamedTuple):
    """A hand (an index of ``hands.NAMES``), the cards in hand that belong to it, and the number ``lacking``.

    ``fitting`` are the cards, among ``unseen`` drawable cards, that bring it nearer.
    """

    name: int
    held: tuple[str, ...]
    lacking: int = 0
    fitting: tuple[str, ...] = ()
    unseen: int = 1

    @property
    def worth(self) -> float:
        """The hand's rank, reduced if few cards fit or many are lacking."""
        share: float = (len(self.fitting) / self.unseen) ** ((2 + self.lacking) / 4)
        return self.name * share


def ready(laid: Sequence[str], hand: Sequence[str]) -> Aim | None:
    """Return the best hand that cards in hand make, using as few as possible, or None if they improve nothing."""
    name = best(laid, hand)
    if name <= max(0, name_of(laid)):
        return None
    for size in range(1, COLUMN - len(laid) + 1):
        if found := [held for held in combinations(hand, size) if name_of((*laid, *held)) == name]:
            return Aim(name, max(found, key=lambda held: strength((*laid, *held))))
    return None


def nearest(view: View, laid: Sequence[str], hand: Sequence[str]) -> Aim | None:
    """Return the most valuable hand that needs one or two drawn cards, or None."""
    pool = drawable(view)
    gangsters = [card for card in pool if card in VALUE]
    if len(laid) >= COLUMN or not gangsters:
        return None
    aims = [*_one_short(laid, hand, gangsters), *_flush(laid, hand, gangsters), *_row(laid, hand, gangsters)]
    return max((aim._replace(unseen=len(pool)) for aim in aims), key=lambda aim: aim.worth, default=None)


def _one_short(laid: Sequence[str], hand: Sequence[str], pool: Sequence[str]) -> Iterator[Aim]:
    """Yield the hands that one drawn card makes possible, if they are better than those already possible."""
    reach = best(laid, hand)
    names = {card: best((*laid, card), hand) for card in pool}
    for name in {name for name in names.values() if name > max(0, reach)}:
        fitting = tuple(card for card in pool if names[card] in _BETTER.get(name, {name}))
        first = next(card for card in fitting if names[card] == name)
        made = ready((*laid, first), hand)
        yield Aim(name, made.held if made else (), 1, fitting)


def _flush(laid: Sequence[str], hand: Sequence[str], pool: Sequence[str]) -> Iterator[Aim]:
    gangs = {card[-1] for card in laid}
    if len(gangs) == 1:
        held = tuple(card for card in hand if card[-1] in gangs)
        fitting = tuple(card for card in pool if card[-1] in gangs)
        if COLUMN - len(laid) - len(held) == 2 <= len(fitting):
            yield Aim(FLUSH, held, 2, fitting)


def _row(laid: Sequence[str], hand: Sequence[str], pool: Sequence[str]) -> Iterator[Aim]:
    """Yield a straight that lacks two cards, for each row of values where this is possible."""
    there = {VALUE[card] for card in laid}
    if not laid or len(there) < len(laid):
        return
    for row in _ROWS:
        held = {VALUE[card]: card for card in hand if VALUE[card] in row - there}
        if there <= row and COLUMN - len(there) - len(held) == 2:
            needed = row - there - held.keys()
            fitting = tuple(card for card in pool if VALUE[card] in needed)
            if {VALUE[card] for card in fitting} == needed:
                yield Aim(STRAIGHT, tuple(held.values()), 2, fitting)

"""The promising hands that gangsters in hand can make together with a column (rule 7)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.chicago_poker.bot.weights import Weights
from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.pieces import COLOURS, COLUMN, GANGSTERS, KIND, TYPES, VALUE

_COLOUR = {card: COLOURS.index(card[-1]) for card in GANGSTERS}
_BIT = {card: 1 << VALUE[card] for card in GANGSTERS}
_WINDOWS = [(0b11111 << low, low + 4) for low in range(11, 0, -1)]
_NAME_SHIFT = 20
_TOP = 15 << 16
_HIGHEST = 15

_PAIR, _TWO_PAIRS, _TRIPS, _STRAIGHT, _FLUSH, _FULL, _FOUR = range(1, 8)
_BY_SIZES = {
    (5, False): 10, (4, False): _FOUR, (3, False): _TRIPS, (3, True): _FULL, (2, False): _PAIR, (2, True): _TWO_PAIRS,
}  # fmt: skip
"""The rank of a hand by the size of its largest group, and by whether there is another pair."""


class Made(NamedTuple):
    """A possible hand: its rating (see ``rating``), the cards to play, and the number of cards lacking."""

    rating: float
    cards: list[str]
    lacking: int


def rating(cards: Sequence[str]) -> float:
    """Return the rank of a hand (7.1) plus a fraction for the most important value, or -1 without cards."""
    if not cards:
        return -1.0
    packed = strength(cards)
    return (packed >> _NAME_SHIFT) + ((packed & _TOP) >> 16) / (_HIGHEST + 1)


@lru_cache(4096)
def missing(tiles: tuple[str, ...], short: bool) -> int:
    """Return the number of tiles lacking for the nearest way to win (8.1, 8.2)."""
    kinds = [KIND[tile] for tile in tiles]
    most = max(map(kinds.count, kinds), default=0)
    if short:
        return max(0, min(2 - most, 3 - len(tiles)))
    return max(0, min(3 - most, len(TYPES) - len(set(kinds)), 5 - len(tiles)))


NOTHING = Made(-1.0, [], 0)


_NONE: list[str] = []


class Reach:
    """The hands that gangsters in hand can make together with a column. Use :func:`reach`, which caches."""

    __slots__ = ("_keeps", "_made", "by_colour", "by_value", "mask")

    def __init__(self, gangsters: Sequence[str]) -> None:
        self._made: dict[tuple[int, tuple[str, ...]], list[Made]] = {}
        self._keeps: tuple[Weights, dict[str, float]] | None = None
        self.by_value: dict[int, list[str]] = {}
        self.by_colour: list[list[str]] = [[], [], [], [], []]
        self.mask = 0
        for card in gangsters:
            self.by_value.setdefault(VALUE[card], []).append(card)
            self.by_colour[_COLOUR[card]].append(card)
            self.mask |= _BIT[card]

    def rating(self, column: Sequence[str], most: int, lacking: int) -> float:
        """Return the best rating with up to ``most`` more cards.

        Up to ``lacking`` cards may be missing from the hand; each missing card costs two ranks.
        """
        best = rating(column)
        if most and len(column) < COLUMN:
            for made in self.makeable(column, most):
                if made.lacking <= lacking:
                    best = max(best, made.rating - 2 * made.lacking)
        return best

    def makeable(self, column: Sequence[str], most: int = COLUMN) -> list[Made]:
        """Return the promising hands that need up to ``most`` more cards: groups, a flush, a straight."""
        key = most, tuple(column)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = [*self._makeable(column, COLUMN - len(column), most)]
        return made

    def _makeable(self, column: Sequence[str], places: int, most: int) -> Iterable[Made]:
        yield self._groups(column, min(places, most))
        if places <= most:
            flush = self._flush(column, places)
            if flush is not None:
                yield flush
            straight = self._straight(column, places)
            if straight is not None:
                yield straight

    def _flush(self, column: Sequence[str], places: int) -> Made | None:
        """Return the highest possible flush, or None.

        A flush is impossible if the column has two colours or more than two cards are missing.
        """
        colour = self._colour(column)
        if colour is None:
            return None
        held = sorted(self.by_colour[colour], key=VALUE.__getitem__)[-places:]
        lacking = places - len(held)
        if lacking > 2:
            return None
        return Made(_FLUSH + 0.7 if lacking else rating([*column, *held]), held, lacking)

    def matches(self, card: str) -> float:
        """Return how many cards in hand share this card's value, plus an eighth of those that share its colour."""
        return len(self.by_value.get(VALUE[card], _NONE)) + len(self.by_colour[_COLOUR[card]]) / 8

    def keeps(self, w: Weights) -> dict[str, float]:
        if self._keeps is None or self._keeps[0] is not w:
            self._keeps = w, {card: self._keep(card, w) for held in self.by_value.values() for card in held}
        return self._keeps[1]

    def _keep(self, card: str, w: Weights) -> float:
        same, coloured = len(self.by_value[VALUE[card]]), len(self.by_colour[_COLOUR[card]])
        return w.pair * (same - 1) + w.colour * (coloured - 1) + w.high * VALUE[card]

    def _groups(self, column: Sequence[str], places: int) -> Made:
        """Return the largest group of equal values, with a second group if both make two pairs or a full house."""
        laid: dict[int, int] = {}
        for card in column:
            laid[VALUE[card]] = laid.get(VALUE[card], 0) + 1
        sizes = [(laid.get(value, 0) + min(len(held), places), value) for value, held in self.by_value.items()]
        sizes += [(size, value) for value, size in laid.items() if value not in self.by_value]
        if not sizes:
            return NOTHING
        sizes.sort(reverse=True)
        size, value = sizes[0]
        cards = self.by_value.get(value, _NONE)[:places]
        if size == 1:
            return Made(value / (_HIGHEST + 1), [] if column else cards, 0)
        second = self._second(sizes, laid, places - len(cards)) if size < 4 else None
        name = _BY_SIZES[min(size, COLUMN), second is not None]
        return Made(name + value / (_HIGHEST + 1), cards + (second or _NONE), 0)

    def _second(self, sizes: Sequence[tuple[int, int]], laid: dict[int, int], places: int) -> list[str] | None:
        """Return the cards that add a pair to the largest group, or None."""
        for _, value in sizes[1:]:
            needed = max(0, 2 - laid.get(value, 0))
            held = self.by_value.get(value, _NONE)[:needed]
            if len(held) == needed <= places:
                return held
        return None

    def _colour(self, column: Sequence[str]) -> int | None:
        """Return the colour of the column, or None if there are several.

        For an empty column, return the most frequent colour in hand.
        """
        if not column:
            return max(range(len(COLOURS)), key=lambda colour: len(self.by_colour[colour]))
        colour = _COLOUR[column[0]]
        for card in column:
            if _COLOUR[card] != colour:
                return None
        return colour

    def _straight(self, column: Sequence[str], places: int) -> Made | None:
        """Return the straight with the fewest missing cards, or None if more than two are missing."""
        laid = 0
        for card in column:
            bit = _BIT[card]
            if laid & bit:
                return None
            laid |= bit
        both, fewest, found = laid | self.mask, 3, None
        for window, top in _WINDOWS:
            if laid & ~window:
                continue
            lacking = COLUMN - (both & window).bit_count()
            if lacking < fewest:
                fewest, found = lacking, (window, top)
        if found is None:
            return None
        window, top = found
        needed = window & self.mask & ~laid
        cards = [held[0] for value, held in self.by_value.items() if needed >> value & 1]
        if not fewest:
            return Made(rating([*column, *cards]), cards, 0)
        return Made(_STRAIGHT + top / (_HIGHEST + 1), cards, fewest)


@lru_cache(2048)
def reach(gangsters: tuple[str, ...]) -> Reach:
    """Return the reach of these gangsters, cached because the playouts of a search repeat the same hands."""
    return Reach(gangsters)

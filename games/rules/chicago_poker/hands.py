"""The value of a hand of one to five gangsters (rule 7).

The weight of a card is the sum of a weight for its value and a weight for its colour. The sum of a hand's weights
encodes everything that matters: the lower bits the values and their frequencies, the upper bits whether five cards
share one colour or have five different ones. A few additions and a look-up are thus enough.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from games.rules.chicago_poker.pieces import COLOURS, GANGSTERS, VALUE

NAMES = (
    "high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "rainbow straight", "straight flush", "chicago poker",
)  # fmt: skip
"""The names of the hands, lowest first (7.1)."""

_VALUE_WEIGHTS = (1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545, 147031, 257637, 435387)
"""Weights of the values 1–15: the smallest for which all choices of up to five values have different sums."""

_VALUE_BITS = (5 * _VALUE_WEIGHTS[-1]).bit_length()
_VALUE_MASK = (1 << _VALUE_BITS) - 1

_COLOUR_WEIGHTS = (0, 1, 7, 18, 22)
"""The smallest weights for which five cards of one colour, or of five colours, have sums unlike all other hands."""

_PATTERNS = {(5,): 10, (4, 1): 7, (4,): 7, (3, 2): 6, (3, 1, 1): 3, (3, 1): 3, (3,): 3, (2, 2, 1): 2, (2, 2): 2}
"""The index in ``NAMES``, by the sizes of groups of equal values.

The single pair is omitted because it has many patterns.
"""

_RANKS = 5
_NAME_SHIFT = 4 * _RANKS
_STRAIGHT, _RAINBOW_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = map(
    NAMES.index, ("straight", "rainbow straight", "flush", "straight flush")
)


def _groups(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs (size, value), the largest group first; of groups with the same size, the highest value first."""
    return sorted(((values.count(value), value) for value in set(values)), reverse=True)


def _packed(name: int, ranks: Sequence[int]) -> int:
    """Return name and ranks as one number, four bits per rank; a missing card ranks lowest (7.4)."""
    number = name
    for place in range(_RANKS):
        number = number << 4 | (ranks[place] if place < len(ranks) else 0)
    return number


def _plain_name(groups: Sequence[tuple[int, int]]) -> int:
    if len(groups) == 5:
        return _STRAIGHT if groups[0][1] - groups[4][1] == 4 else 0
    pattern = tuple(size for size, _ in groups)
    return _PATTERNS.get(pattern, 1 if pattern[0] == 2 else 0)


def _choices() -> Iterator[tuple[int, ...]]:
    for size in range(1, 6):
        yield from combinations_with_replacement(range(1, len(_VALUE_WEIGHTS) + 1), size)


class _ByValues(dict[int, int]):
    """Strengths by weight of values.

    All are added at once on first use, so that other threads find either none or all.
    """

    def __missing__(self, weight: int) -> int:
        if not self:
            self.update(dict(map(_valued, _choices())))
        if (found := self.get(weight)) is None:
            raise KeyError(weight)
        return found


def _valued(values: Sequence[int]) -> tuple[int, int]:
    groups = _groups(values)
    weight = sum(_VALUE_WEIGHTS[value - 1] for value in values)
    return weight, _packed(_plain_name(groups), [value for _, value in groups])


_BY_VALUES = _ByValues()

_RAINBOW = sum(_COLOUR_WEIGHTS)
_COLOURED = frozenset((_RAINBOW, *(5 * weight for weight in _COLOUR_WEIGHTS)))
"""The sums of colour weights for which the colours raise a five-card hand."""


def _coloured(colours: int, strength: int) -> int:
    """Return the strength of five cards of one colour or of five colours, given the strength of their values."""
    name, ranks = strength >> _NAME_SHIFT, strength & (1 << _NAME_SHIFT) - 1
    if name == _STRAIGHT:
        name = _RAINBOW_STRAIGHT if colours == _RAINBOW else _STRAIGHT_FLUSH
    elif colours != _RAINBOW:
        name = _FLUSH
    return name << _NAME_SHIFT | ranks


def _weight(card: str) -> int:
    return _COLOUR_WEIGHTS[COLOURS.index(card[-1])] << _VALUE_BITS | _VALUE_WEIGHTS[VALUE[card] - 1]


_WEIGHT = {card: _weight(card) for card in GANGSTERS}


def strength(cards: Sequence[str]) -> int:
    """Return the strength of one to five gangsters: higher is better (7.1–7.4). Raise `KeyError` for other cards."""
    try:
        a, b, c, d, e = cards
    except ValueError:
        return _BY_VALUES[sum(map(_WEIGHT.__getitem__, cards)) & _VALUE_MASK]
    weight = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    strength = _BY_VALUES[weight & _VALUE_MASK]
    colours = weight >> _VALUE_BITS
    return _coloured(colours, strength) if colours in _COLOURED else strength


def describe(cards: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    """Return the hand's name (7.1) and its values by importance: larger groups first, then higher values."""
    packed = strength(cards)
    ranks = ((packed >> 4 * place) & 15 for place in reversed(range(_RANKS)))
    return NAMES[packed >> _NAME_SHIFT], tuple(value for value in ranks if value)

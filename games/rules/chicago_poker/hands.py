"""The worth of a hand of one to five gangsters (rules 7).

A card weighs the weight of its value plus that of its colour. The weights are chosen so that a hand's sum holds all
that matters: the lower bits the values and their numbers, the upper ones whether five cards share a colour or have
five different ones. So a hand is a few additions and a look-up.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from games.rules.chicago_poker.pieces import COLOURS, GANGSTERS, VALUE

NAMES = (
    "high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "rainbow straight", "straight flush", "chicago poker",
)  # fmt: skip
"""The hands from the lowest up (7.1)."""

_VALUE_WEIGHTS = (1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545, 147031, 257637, 435387)
"""Values 1–15: each weight is the smallest with which no two choices of up to five values have the same sum."""

_VALUE_BITS = (5 * _VALUE_WEIGHTS[-1]).bit_length()
_VALUE_MASK = (1 << _VALUE_BITS) - 1

_COLOUR_WEIGHTS = (0, 1, 7, 18, 22)
"""The smallest weights with which five of a colour and one of each have other sums than any other five cards."""

_PATTERNS = {(5,): 10, (4, 1): 7, (4,): 7, (3, 2): 6, (3, 1, 1): 3, (3, 1): 3, (3,): 3, (2, 2, 1): 2, (2, 2): 2}
"""The place in NAMES by the sizes of the groups of equal values; a single pair has too many to list."""

_RANKS = 5
_NAME_SHIFT = 4 * _RANKS
_STRAIGHT, _RAINBOW_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = map(
    NAMES.index, ("straight", "rainbow straight", "flush", "straight flush")
)


def _groups(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs (how many, value), the largest group first, high values before low ones."""
    return sorted(((values.count(value), value) for value in set(values)), reverse=True)


def _packed(name: int, ranks: Sequence[int]) -> int:
    """Return name and ranks as one number, four bits a rank; a missing card is lower than any (7.4)."""
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
    """Yield every choice of one to five values."""
    for size in range(1, 6):
        yield from combinations_with_replacement(range(1, len(_VALUE_WEIGHTS) + 1), size)


class _ByValues(dict[int, int]):
    """Strengths by weight of values: filled at the first use, and at once, so that threads find nothing or all."""

    def __missing__(self, weight: int) -> int:
        if not self:
            self.update(dict(map(_valued, _choices())))
        if (found := self.get(weight)) is None:
            raise KeyError(weight)
        return found


def _valued(values: Sequence[int]) -> tuple[int, int]:
    """Return the weight of values, and their strength."""
    groups = _groups(values)
    weight = sum(_VALUE_WEIGHTS[value - 1] for value in values)
    return weight, _packed(_plain_name(groups), [value for _, value in groups])


_BY_VALUES = _ByValues()

_RAINBOW = sum(_COLOUR_WEIGHTS)
_COLOURED = frozenset((_RAINBOW, *(5 * weight for weight in _COLOUR_WEIGHTS)))
"""The sums of colours that can make more of five cards than their values do."""


def _coloured(colours: int, strength: int) -> int:
    """Return the strength of five cards of one colour or of five, by that of their values."""
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
    """Return the hand's name (7.1) and its values in order of weight: larger groups first, then high to low."""
    packed = strength(cards)
    ranks = ((packed >> 4 * place) & 15 for place in reversed(range(_RANKS)))
    return NAMES[packed >> _NAME_SHIFT], tuple(value for value in ranks if value)

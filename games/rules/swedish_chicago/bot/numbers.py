"""Cards as numbers (sixteen times the suit plus the value), and the strength of five of them (rule 1.4)."""

from collections.abc import Sequence

from games.rules.swedish_chicago.hands import PLACE, TYPES, form
from games.rules.swedish_chicago.pieces import CARDS, HAND, RANKS, SUITS, VALUE

NUMBER = {card: SUITS.index(card[1]) * 16 + VALUE[card] for card in CARDS}
CODE = {number: card for card, number in NUMBER.items()}
ALL = tuple(NUMBER.values())
WEIGHT = [5 ** max(0, (number & 15) - 2) for number in range(64)]
"""Weights by card number; as in hands.py, the sum over a hand encodes how often each value occurs."""

HIGH_CARD = 0
"""The place of a hand without a combination; a pair has place 1."""

_PLACE_BITS = 20


def place(strength: int) -> int:
    """Return the place of a hand's type: 0 for a high card, 1 for a pair up to 9 for a royal flush."""
    return strength >> _PLACE_BITS


def _strength(codes: Sequence[str]) -> int:
    made = form(codes)
    if made.type is None:
        return HIGH_CARD
    ranks = 0
    for number in range(HAND):
        ranks = ranks * 16 + (RANKS.index(made.ranks[number]) + 1 if number < len(made.ranks) else 0)
    return (PLACE[made.type] + 1 << _PLACE_BITS) + ranks


def values_of(weight: int) -> list[int]:
    """Return the values, in ascending order, of cards with this sum of ``WEIGHT``.

    No value may occur five times.
    """
    return [value for value in range(2, 15) for _ in range(weight // 5 ** (value - 2) % 5)]


class _Strengths(dict[int, int]):
    """Strengths by weight, for mixed suits or for one suit; each is computed on first use."""

    def __init__(self, suits: str) -> None:
        super().__init__()
        self.suits = suits

    def __missing__(self, weight: int) -> int:
        codes = [
            RANKS[value - 2] + self.suits[number % len(self.suits)] for number, value in enumerate(values_of(weight))
        ]
        self[weight] = strength = _strength(codes)
        return strength


_MIXED, _SUITED = _Strengths(SUITS), _Strengths(SUITS[0])


def strength(hand: Sequence[int]) -> int:
    """Return a number that is higher for a better hand (3.3) and equal for tied hands.

    Return 0 for a hand without a combination.
    """
    a, b, c, d, e = hand
    weight = WEIGHT[a] + WEIGHT[b] + WEIGHT[c] + WEIGHT[d] + WEIGHT[e]
    return (_SUITED if a >> 4 == b >> 4 == c >> 4 == d >> 4 == e >> 4 else _MIXED)[weight]


def claimed(hand: Sequence[int], kind: str | None) -> int:
    """Return the strength that counts if a hand's player has named this type, which may be lower than the hand (7.8).

    Return 0 if the player has named none.
    """
    if kind not in TYPE_PLACE:
        return 0
    held = strength(hand)
    return held if place(held) == TYPE_PLACE[kind] else TYPE_PLACE[kind] << _PLACE_BITS


TYPE_PLACE = {kind: number + 1 for kind, number in PLACE.items()}

POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 52)
"""The points of a hand, by the place of its type (1.4)."""

assert len(POINTS) == len(TYPES) + 1

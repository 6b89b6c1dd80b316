"""The value of keeping cards in an exchange, in points by the end of the hand, from fitted weights (rule 2)."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from games.rules.swedish_chicago.bot.numbers import WEIGHT, values_of
from games.rules.swedish_chicago.bot.weights import KEEPING
from games.rules.swedish_chicago.pieces import HAND

FEATURES = (
    "size 0", "size 1", "size 2", "size 3", "size 4", "size 5",
    "pair", "pair's value", "two pairs", "higher pair's value", "trips", "trips' value", "full house",
    "four of a kind", "straight", "open straight", "inside straight", "three in a row",
    "aces", "kings", "queens", "jacks", "tens", "other values",
    "pair and one", "pair and two", "trips and one", "all of no combination", "all of a pair", "all of more",
    "three of a suit", "four of a suit", "flush",
)  # fmt: skip

_ACE = 14
_PLACE = {name: number for number, name in enumerate(FEATURES)}
_HONOURS = {14: "aces", 13: "kings", 12: "queens", 11: "jacks", 10: "tens"}
_SUITED = {3: "three of a suit", 4: "four of a suit", 5: "flush"}


def features(values: Sequence[int], suited: bool) -> dict[int, float]:
    """Return the nonzero features of cards with these values, by index of ``FEATURES``."""
    found = {f"size {len(values)}": 1.0} | _of_equals(values) | _of_rows(values)
    for value in values:
        name = _HONOURS.get(value)
        found[name or "other values"] = found.get(name or "other values", 0) + (1 if name else value / _ACE)
    if suited and len(values) in _SUITED:
        found[_SUITED[len(values)]] = 1.0
    return {_PLACE[name]: value for name, value in found.items()}


def _of_equals(values: Sequence[int]) -> dict[str, float]:
    groups = sorted(((number, value) for value, number in Counter(values).items()), reverse=True)
    sizes, size = [number for number, _ in groups if number > 1], len(values)
    top = groups[0][1] / _ACE if groups else 0.0
    if not sizes:
        return {"all of no combination": 1.0} if size == HAND and not _is_a_straight(values) else {}
    match sizes:
        case [2]:
            found = {"pair": 1.0, "pair's value": top}
            odd = {3: "pair and one", 4: "pair and two", 5: "all of a pair"}.get(size)
        case [2, 2]:
            found, odd = {"two pairs": 1.0, "higher pair's value": top}, "all of more" if size == HAND else None
        case [3]:
            found = {"trips": 1.0, "trips' value": top}
            odd = {4: "trips and one", 5: "all of more"}.get(size)
        case [3, 2]:
            found, odd = {"full house": 1.0}, None
        case _:
            found, odd = {"four of a kind": 1.0}, None
    return found | ({odd: 1.0} if odd else {})


def _is_a_straight(values: Sequence[int]) -> bool:
    return straights(values) > 0 and len(values) == HAND


def straights(values: Sequence[int]) -> int:
    """Return the number of straights that contain all these values, which must be different."""
    held = {1 if value == _ACE else value for value in values}, set(values)
    lowest = held[0] <= set(range(1, HAND + 1))
    return lowest + sum(held[1] <= set(range(low, low + HAND)) for low in range(2, _ACE - HAND + 2))


def _of_rows(values: Sequence[int]) -> dict[str, float]:
    if len(set(values)) < len(values) or len(values) < 3 or not (ways := straights(values)):
        return {}
    if len(values) == HAND:
        return {"straight": 1.0}
    if len(values) == HAND - 1:
        return {"open straight" if ways > 1 else "inside straight": 1.0}
    return {"three in a row": 1.0} if ways == 3 else {}


class _Worths(dict[int, float]):
    """The values of cards of mixed suits, by the sum of their ``WEIGHT``; each is computed on first use."""

    def __init__(self, weights: Sequence[float]) -> None:
        super().__init__()
        self.weights = weights

    def __missing__(self, weight: int) -> float:
        self[weight] = worth = _dot(self.weights, features(values_of(weight), False))
        return worth


class Keeping:
    """The values of all choices of cards, for one part of the hand."""

    def __init__(self, weights: Sequence[float]) -> None:
        self.worth = _Worths(weights)
        self.suited = {size: weights[_PLACE[name]] for size, name in _SUITED.items()}

    def choices(self, hand: Sequence[int], limit: int = HAND) -> list[tuple[float, int]]:
        """Return each choice of kept cards as its value and a bit mask; at most ``limit`` cards are thrown."""
        return [(worth, bits) for bits, worth in enumerate(self._worths(hand)) if len(hand) - bits.bit_count() <= limit]

    def best(self, hand: Sequence[int], limit: int = HAND) -> int:
        if limit < len(hand):
            return max(self.choices(hand, limit))[1]
        worths = self._worths(hand)
        return worths.index(max(worths))

    def _worths(self, hand: Sequence[int]) -> list[float]:
        sums = [0]
        for card in hand:
            weight = WEIGHT[card]
            sums += [each + weight for each in sums]
        worth = self.worth
        worths = [worth[each] for each in sums]
        for bits in _suits(hand):
            for mask in _of_suit(bits):
                worths[mask] += self.suited[mask.bit_count()]
        return worths


def _dot(weights: Sequence[float], given: dict[int, float]) -> float:
    return sum(weights[number] * value for number, value in given.items())


def _suits(hand: Sequence[int]) -> list[int]:
    """Return, for each suit with three or more cards, a bit mask of their positions."""
    bits = [0, 0, 0, 0]
    place = 1
    for card in hand:
        bits[card >> 4] |= place
        place += place
    return [of for of in bits if of.bit_count() >= 3]


@cache
def _of_suit(bits: int) -> tuple[int, ...]:
    return tuple(mask for mask in range(bits + 1) if mask & ~bits == 0 and mask.bit_count() >= 3)


@cache
def keeping(part: int, chicago: bool) -> Keeping:
    """Return the table for the exchange in this part.

    It depends on whether a Chicago can be declared (5.1).
    """
    return Keeping(KEEPING[part - 1][chicago])

"""The value of five cards, and the comparison of equal types (rules 1.4, 1.5, 2.4, 3.3, 7.2).

The weight of a rank is a power of five, so that the sum of a hand's weights encodes how often each rank occurs. A few
additions and a look-up are enough to find the combination.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from games.rules.swedish_chicago.pieces import CARDS, HAND, RANKS, VALUE

TYPES = (
    "pair", "two pairs", "trips", "straight", "flush", "full house", "four of a kind", "straight flush", "royal",
)  # fmt: skip
"""The combinations, lowest first (1.4)."""

PLACE = {kind: place for place, kind in enumerate(TYPES)}

CONTAINED: Mapping[str, tuple[str, ...]] = {
    "pair": ("pair",),
    "two pairs": ("two pairs", "pair"),
    "trips": ("trips", "pair"),
    "straight": ("straight",),
    "flush": ("flush",),
    "full house": ("full house", "trips", "two pairs", "pair"),
    "four of a kind": ("four of a kind", "trips", "pair"),
    "straight flush": ("straight flush", "flush", "straight"),
    "royal": ("royal", "straight flush", "flush", "straight"),
}
"""The types that the cards of each type contain, highest first (7.8)."""

FOUR, STRAIGHT_FLUSH = PLACE["four of a kind"], PLACE["straight flush"]

STAGE_NAMES: Mapping[str, tuple[str, ...]] = {
    "pair": ("pair", "odd", "odd", "odd"),
    "two pairs": ("high pair", "low pair", "odd"),
    "trips": ("three",),
    "straight": ("top",),
    "flush": ("card",) * HAND,
    "full house": ("three",),
    "four of a kind": ("four",),
    "straight flush": ("top",),
    "royal": (),
}
"""The names of the stages of a comparison (3.3), by type."""

_GROUPS = {"pair": (2,), "two pairs": (2, 2), "trips": (3,)}
"""The sizes of the groups of equal ranks in types that a higher type can contain (7.8)."""

_COMBINATION_STAGES = {"pair": 1, "two pairs": 2}
"""The number of stages that compare the cards of the combination, for types with further stages (option ``ties``)."""

_POINTS = dict(zip(TYPES, (1, 2, 3, 4, 5, 6, 7, 8, 52), strict=True))
_ACE, _FIVE = 14, 5
_WHEEL = (14, 5, 4, 3, 2)
_PATTERNS = {
    (2, 1, 1, 1): "pair", (2, 2, 1): "two pairs", (3, 1, 1): "trips", (3, 2): "full house", (4, 1): "four of a kind",
}  # fmt: skip
_SUIT_RANK = {suit: place for place, suit in enumerate("csdh")}
"""The rank of each suit for tied hands (7.2); it differs from the canonical order."""


class Form(NamedTuple):
    """The combination of five cards.

    ``type`` is None for a high card; ``ranks`` are in the order in which they are compared.
    """

    type: str | None
    ranks: tuple[str, ...]
    top: int  # the highest value; 5 for a 5-high straight


_WEIGHT = {card: 5 ** (VALUE[card] - 2) for card in CARDS}


def _ranks(values: Sequence[int]) -> tuple[str, ...]:
    return tuple(RANKS[value - 2] for value in values)


def _form(values: Sequence[int]) -> Form:
    groups = sorted(((size, value) for value, size in Counter(values).items()), reverse=True)
    ordered = tuple(value for _, value in groups)
    if len(groups) == HAND:
        if ordered == _WHEEL:
            return Form("straight", _ranks((_FIVE,)), _FIVE)
        straight = ordered[0] - ordered[-1] == HAND - 1
        return Form("straight" if straight else None, _ranks(ordered[:1] if straight else ordered), ordered[0])
    kind = _PATTERNS[tuple(size for size, _ in groups)]
    return Form(kind, _ranks(ordered[: len(STAGE_NAMES[kind])]), max(ordered))


def _suited(form: Form) -> Form:
    """Return the form of the same values in one suit."""
    if form.type is None:
        return form._replace(type="flush")
    if form.top == _ACE:
        return form._replace(type="royal", ranks=())
    return form._replace(type="straight flush")


def _choices() -> Iterator[tuple[int, ...]]:
    for values in combinations_with_replacement(range(2, _ACE + 1), HAND):
        if values[0] != values[-1]:
            yield values


class _Forms(dict[int, Form]):
    """Forms by weight, ignoring suits.

    All are added at once on first use, so that other threads find either none or all.
    """

    def __missing__(self, weight: int) -> Form:
        if not self:
            self.update({sum(5 ** (value - 2) for value in values): _form(values) for values in _choices()})
        if (found := self.get(weight)) is None:
            raise KeyError(weight)
        return found


class _SuitedForms(dict[int, Form]):
    """Forms of five cards of one suit, by weight; each is computed on first use, because few are needed."""

    def __missing__(self, weight: int) -> Form:
        self[weight] = found = _suited(_FORMS[weight])
        return found


_FORMS, _SUITED = _Forms(), _SuitedForms()


def form(cards: Sequence[str]) -> Form:
    a, b, c, d, e = cards
    weight = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    return _SUITED[weight] if a[1] == b[1] == c[1] == d[1] == e[1] else _FORMS[weight]


def combination(cards: Sequence[str]) -> str | None:
    """Return the type of the cards' combination (1.4), or None for a high card or fewer than five cards."""
    return form(cards).type if len(cards) == HAND else None


def points(kind: str, options: Mapping[str, Any]) -> int:
    """Return the points of a combination (1.4, option ``straight_flush``)."""
    if kind == "straight flush" and options["straight_flush"] == "10":
        return 10
    return _POINTS[kind]


def wins(kind: str, options: Mapping[str, Any]) -> bool:
    """Return whether this combination wins the game at once, by the option ``straight_flush`` (7.3)."""
    return PLACE[kind] >= STRAIGHT_FLUSH and options["straight_flush"] == "wins"


def gives_choice(kind: str, options: Mapping[str, Any]) -> bool:
    """Return whether this combination, if it is the highest announced, lets its player choose a reset (7.1)."""
    return PLACE[kind] == FOUR and options["four_of_a_kind"] != "score"


def keeping(cards: Sequence[str], named: str | None = None) -> tuple[str, ...]:
    """Return the cards that form the combination, or the lower one that is ``named``, in the given order (2.4, 7.8).

    Return an empty tuple for a high card.
    """
    ranks = [card[0] for card in cards]
    if named in _GROUPS and named != form(cards).type:
        return _lower(cards, _GROUPS[named])
    several = tuple([card for card in cards if ranks.count(card[0]) > 1])
    # Without repeated ranks, either all five cards form the combination or none do.
    return several or (tuple(cards) if form(cards).type else ())


def _lower(cards: Sequence[str], sizes: Sequence[int]) -> tuple[str, ...]:
    """Return the first cards of the highest ranks that make up groups of these sizes, in the given order (7.8)."""
    kept: list[str] = []
    for size in sizes:
        groups = [[card for card in cards if card[0] == rank and card not in kept] for rank in RANKS]
        kept += next(group for group in reversed(groups) if len(group) >= size)[:size]
    return tuple(card for card in cards if card in kept)


def _ranks_of(named: str, cards: Sequence[str], top: int) -> tuple[str, ...]:
    """Return the ranks that decide between hands that are both ``named`` lower than they are (3.3, 7.8)."""
    if named in ("straight", "straight flush"):
        return _ranks((top,))
    kept = keeping(cards, named) if named in _GROUPS else ()
    ranks = sorted({VALUE[card] for card in kept}, reverse=True)
    ranks += sorted((VALUE[card] for card in cards if card not in kept), reverse=True)
    return _ranks(ranks)[: len(STAGE_NAMES[named])]


def stages(cards: Sequence[str], ties: str = "full", named: str | None = None) -> tuple[str, ...]:
    """Return the ranks named at the stages of a comparison, for a type that may be lower than the hand's (3.3, 7.8).

    With ``ties`` = combination, return only the ranks of the combination.
    """
    kind, ranks, top = form(cards)
    if named is not None and named != kind:
        kind, ranks = named, _ranks_of(named, cards, top)
    return ranks[: _COMBINATION_STAGES.get(kind or "")] if ties == "combination" else ranks


def high_suit(cards: Sequence[str], ties: str, named: str) -> int:
    """Return the rank of the highest card's suit (7.2), which differs between tied hands."""
    kept = keeping(cards, named) if ties == "combination" else tuple(cards)
    top = form(cards).top if len(kept) == HAND else max(VALUE[card] for card in kept)
    return max(_SUIT_RANK[card[1]] for card in kept if VALUE[card] == top)

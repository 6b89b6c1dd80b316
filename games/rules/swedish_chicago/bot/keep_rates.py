"""How often players keep certain cards in an exchange, relative to chance, counted over many games (rule 2.1)."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from games.rules.swedish_chicago.bot import weights
from games.rules.swedish_chicago.bot.keep_values import straights

_ACE, _KING = 14, 13
_RARE = 0.02
"""The ratio for kinds of choices that never occurred."""


def kind_of(values: Sequence[int], suited: bool) -> str:
    """Return the kind of a choice as text.

    It consists of the number of cards, equal ranks, one suit or not, possible straights, and high cards.
    """
    size = len(values)
    equal = "".join(str(number) for number in sorted(Counter(values).values(), reverse=True) if number > 1)
    rows = min(2, straights(values)) if size > 2 and not equal else 0
    high = f"{min(2, values.count(_ACE))}{min(1, values.count(_KING))}" if size else ""
    return f"{size}/{equal}/{'s' if suited and size > 2 else ''}{rows or ''}/{high}"


def naturalness(part: int, cards: Sequence[int]) -> float:
    """Return how often these cards are kept in the exchange of a part (counted from 0), relative to chance."""
    first = cards[0] >> 4 if cards else 0
    suited = all(card >> 4 == first for card in cards)
    return _ratio(part, tuple(sorted([card & 15 for card in cards])), suited)


@cache
def _ratio(part: int, values: tuple[int, ...], suited: bool) -> float:
    return weights.KEPT[part].get(kind_of(values, suited), _RARE)

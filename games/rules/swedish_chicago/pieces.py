"""The cards: codes, values, canonical order and display order (rule 1.1)."""

from collections import Counter
from collections.abc import Collection, Iterable

SUITS = "cdhs"
RANKS = "23456789TJQKA"
HAND_ORDERS = ("rank", "suit")
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)

ORDER = {code: place for place, code in enumerate(CARDS)}
VALUE = {code: 2 + RANKS.index(code[0]) for code in CARDS}
"""The value of a card, 2 to 14: ace high."""

HAND = 5
"""Cards dealt to each player, and tricks in a hand (1.3)."""


place_of = ORDER.__getitem__
"""The position of a card in canonical order."""


def canonical(cards: Iterable[str]) -> list[str]:
    """Return the cards in canonical order (1.1)."""
    return sorted(cards, key=place_of)


def order_of(phase: str, chosen: str = "") -> str:
    """Return the order of a hand: as its player has chosen, else by suit while tricks are played, by rank otherwise."""
    return chosen or ("suit" if phase == "play" else "rank")


def arranged(cards: Collection[str], phase: str, chosen: str = "") -> list[str]:
    """Return a hand in display order: by suit or by rank, equal ranks first."""
    if order_of(phase, chosen) == "suit":
        return sorted(cards, key=lambda code: (-SUITS.index(code[1]), -VALUE[code]))
    often = Counter(code[0] for code in cards)
    return sorted(cards, key=lambda code: (-often[code[0]], -VALUE[code]))

"""The cards: codes, values, canonical order and display order (rule 1.1)."""

from collections import Counter
from collections.abc import Collection, Iterable

SUITS = "cdhs"
RANKS = "23456789TJQKA"
HAND_ORDERS = ("rank", "suit")
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)

ORDER = {code: place for place, code in enumerate(CARDS)}
VALUE = {code: 2 + RANKS.index(code[0]) for code in CARDS}
"""The value of a card, from 2 to 14 (ace)."""

HAND = 5
"""The number of cards dealt to each player, and of tricks in a hand (1.3)."""


place_of = ORDER.__getitem__


def canonical(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=place_of)


def order_of(phase: str, chosen: str = "") -> str:
    """Return the order in which a hand is displayed.

    This is the player's choice, by default by suit while tricks are played and otherwise by rank.
    """
    return chosen or ("suit" if phase == "play" else "rank")


def arranged(cards: Collection[str], phase: str, chosen: str = "") -> list[str]:
    """Return a hand in display order: by suit, or by rank with equal ranks first."""
    if order_of(phase, chosen) == "suit":
        return sorted(cards, key=lambda code: (-SUITS.index(code[1]), -VALUE[code]))
    often = Counter(code[0] for code in cards)
    return sorted(cards, key=lambda code: (-often[code[0]], -VALUE[code]))

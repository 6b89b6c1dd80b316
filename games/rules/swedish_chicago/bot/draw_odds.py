"""Exact chances of each combination after an exchange (1.4, 2.1).

Draws are counted by ranks; flushes are counted one by one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from games.rules.swedish_chicago.bot.numbers import NUMBER, place, strength
from games.rules.swedish_chicago.hands import TYPES
from games.rules.swedish_chicago.pieces import CARDS, HAND, RANKS, SUITS
from games.rules.swedish_chicago.view import View


def undrawn(view: View) -> list[str]:
    """Return the cards that the viewer can draw: neither in hand, nor thrown by the viewer, nor ever shown."""
    known: set[str] = set() if view.open is None else {view.open.card, view.open.thrown or view.open.card}
    for player in view.seats:
        known.update(player.hand or (), player.thrown_cards or (), player.shown, player.played)
    return [card for card in CARDS if card not in known]


def outcomes(kept: Sequence[str], pool: Sequence[str]) -> dict[str | None, float]:
    """Return the chance of each combination after drawing from ``pool``, lowest first; None stands for a high card."""
    number = HAND - len(kept)
    counts = _by_ranks(kept, pool, number)
    for drawn in _suited(kept, pool, number):
        counts[_place_of_ranks(kept, [card[0] for card in drawn])] -= 1
        counts[place(strength([NUMBER[card] for card in (*kept, *drawn)]))] += 1
    total = comb(len(pool), number)
    return {_name(found): counts[found] / total for found in sorted(counts) if counts[found]}


def _name(found: int) -> str | None:
    return TYPES[found - 1] if found else None


def _by_ranks(kept: Sequence[str], pool: Sequence[str], number: int) -> Counter[int]:
    """Return the number of draws that make each type, ignoring suits; keys are places of types (``numbers.place``)."""
    left = Counter(card[0] for card in pool)
    counts: Counter[int] = Counter()
    for ranks in combinations_with_replacement(sorted(left), number):
        ways = prod(comb(left[rank], ranks.count(rank)) for rank in set(ranks))
        if ways:
            counts[_place_of_ranks(kept, ranks)] += ways
    return counts


def _place_of_ranks(kept: Sequence[str], ranks: Sequence[str]) -> int:
    """Return the place of the type that cards with these ranks make in mixed suits."""
    every = sorted([*(card[0] for card in kept), *ranks], key=RANKS.index)
    return place(strength([NUMBER[rank + SUITS[at % len(SUITS)]] for at, rank in enumerate(every)]))


def _suited(kept: Sequence[str], pool: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    suits = {card[1] for card in kept}
    for suit in SUITS if not suits else suits if len(suits) == 1 else ():
        yield from combinations([card for card in pool if card[1] == suit], number)

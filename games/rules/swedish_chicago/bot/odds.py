"""The steady player's rough odds of the best hand, the last trick and a Chicago, taken from games and playouts."""

from collections.abc import Sequence
from math import pow

from games.rules.swedish_chicago.bot.numbers import NUMBER
from games.rules.swedish_chicago.bot.playout import missing, two_highest
from games.rules.swedish_chicago.hands import PLACE, Form
from games.rules.swedish_chicago.options import SEATS
from games.rules.swedish_chicago.pieces import CARDS, HAND, RANKS, VALUE

_SHARES = (
    (0.501, 0.423, 0.0475, 0.021, 0.0039, 0.002, 0.0014),
    (0.297, 0.488, 0.118, 0.060, 0.011, 0.013, 0.011),
    (0.236, 0.406, 0.176, 0.098, 0.022, 0.028, 0.030),
    (0.288, 0.358, 0.135, 0.102, 0.024, 0.038, 0.046),
)
"""How often a player holds a high card, a pair, … up to a full house: as dealt, and after each exchange."""

_ACE = VALUE["As"]


def beats(form: Form, exchanges: int, least: str | None) -> float:
    """Return the chance to beat a rival after this many exchanges.

    ``least`` is the rival's highest announcement, or None.
    """
    floor = _below(0 if least is None else PLACE[least] + 1, exchanges)
    place = 0 if form.type is None else PLACE[form.type] + 1
    below = _below(place, exchanges)
    within = (RANKS.index(form.ranks[0]) + 1) / (len(RANKS) + 1) if form.ranks else 1.0
    lower = below + (_below(place + 1, exchanges) - below) * within
    return max(0.0, (lower - floor) / (1 - floor))


def _below(place: int, exchanges: int) -> float:
    """Return the share of hands below this place; all places above a full house count as one."""
    return _LOWER[exchanges][min(place, len(_LOWER[exchanges]) - 1)]


_LOWER = tuple(tuple(sum(shares[:place]) for place in range(len(shares) + 1)) for shares in _SHARES)


def last_trick(cards: Sequence[str], players: int) -> float:
    """Return the chance to take the last trick (4.2), judged by the two highest cards."""
    return _LAST_TRICK[players][two_highest([NUMBER[card] for card in cards])]


_LAST_TRICK = {
    players: [1.1 * pow(players, -0.45) * pow(two / (2 * _ACE), players + 0.4) for two in range(2 * _ACE + 1)]
    for players in SEATS
}


def chicago(cards: Sequence[str], players: int, leads: bool) -> float:
    """Return the chance to take all five tricks (5.2), judged by the higher cards that others can hold."""
    held = HAND * (players - 1) / (len(CARDS) - HAND)
    return (1 if leads else 0.5) * pow(1 - held, missing([NUMBER[card] for card in cards]) / 2)

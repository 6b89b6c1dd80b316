"""The legal moves of a seat, as accepted by ``actions.py`` and ``shootout.py`` (rules 3.5, 3.6, 4, 5, 6.4)."""

from collections.abc import Callable
from itertools import permutations

from games.rules.chicago_poker.actions import MOVED
from games.rules.chicago_poker.hand_limit import may_play, may_take
from games.rules.chicago_poker.moves import AIMED, BRIBERIES, PLAYS, RESOLVES, SENDS, understand
from games.rules.chicago_poker.pieces import COLUMN, HAND
from games.rules.chicago_poker.table import Table
from games.rules.contract import Seat


def moves_in_turn(table: Table, seat: Seat) -> list[str]:
    """Return the active player's moves: the order of shootouts (6.1), or all actions, then ``end`` if allowed (3.5)."""
    if table.quiet >= 0 and table.must_choose:
        return [RESOLVES[business.tile] for slot in table.called() if (business := table.street[slot]) is not None]
    moves = actions(table, seat) if table.due or table.extra else []
    if len(table.hands[seat]) <= HAND and not (table.due and moves):
        moves.append("end")
    return moves


def may_act(table: Table, seat: Seat) -> bool:
    return bool((table.due or table.extra) and actions(table, seat))


def actions(table: Table, seat: Seat) -> list[str]:
    """Return all actions of a seat that has actions left: draw, plays by business, specials."""
    hand = table.hands[seat]
    draws = ["draw"] if (table.deck or table.discarded) and may_take(table, seat) else []
    moves: list[str] = []
    number = table.gangsters(seat)
    gangsters = hand[:number]
    for business in table.street:
        if business is not None and len(business.columns[seat]) < COLUMN:
            moves += map(PLAYS[business.tile].__getitem__, gangsters)
    for card in hand[number:]:
        if card != "raid2" or "raid1" not in hand:
            moves += _SPECIALS[card](table, seat)
    if len(hand) > HAND:
        moves = [move for move in moves if move.startswith("bribery") or may_play(table, seat, understand(move))]
    return draws + moves


def _revolver(table: Table, seat: Seat) -> list[str]:
    return ["revolver"]


def _bribery(table: Table, seat: Seat) -> list[str]:
    if not may_take(table, seat, "bribery"):
        return []
    return [BRIBERIES[card] for card in table.discarded]


def _raid(table: Table, seat: Seat) -> list[str]:
    """Return the raids: any column with cards can be raided, even if none is face down (5.3)."""
    return [
        AIMED["raid"][business.tile][target]
        for _, business in table.open()
        for target, column in enumerate(business.columns)
        if column and target != seat
    ]


def _liquidation(table: Table, seat: Seat) -> list[str]:
    """Return the liquidations; a column of five has a marker, so it is protected (5.2)."""
    return [
        AIMED["liquidation"][business.tile][target]
        for _, business in table.open()
        for target, column in enumerate(business.columns)
        if 0 < len(column) < COLUMN and target != seat
    ]


def _limousine(table: Table, seat: Seat) -> list[str]:
    """Return the limousine moves. A full column has a marker, so no card enters or leaves it (5.4)."""
    columns = [(business.tile, business.columns[seat]) for _, business in table.open()]
    moves = []
    for tile, column in columns:
        if 0 < len(column) < COLUMN:
            loads = _loads(column, table.english)
            for onto, there in columns:
                if onto != tile:
                    moves += [f"limousine {tile} {onto} {load}" for load in _fitting(loads, COLUMN - len(there))]
    return moves


def _loads(column: list[str], any_card: bool) -> list[list[str]]:
    """Return all ordered choices of cards, by number of cards; in the French edition only of the last cards (5.4)."""
    sizes = range(1, min(MOVED, len(column)) + 1)
    return [[" ".join(load) for load in permutations(column if any_card else column[-size:], size)] for size in sizes]


def _fitting(loads: list[list[str]], free: int) -> list[str]:
    return [load for of_a_size in loads[:free] for load in of_a_size]


_SPECIALS: dict[str, Callable[[Table, Seat], list[str]]] = {
    "raid1": _raid,
    "raid2": _raid,
    "liquidation": _liquidation,
    "limousine": _limousine,
    "revolver": _revolver,
    "bribery": _bribery,
}


def answers(table: Table, seat: Seat) -> list[str]:
    """Return the possible answers of a tied seat that has not answered yet (6.4)."""
    sends = [SENDS[card] for card in table.hands[seat][: table.gangsters(seat)]]
    return sends if table.english else [*sends, "decline"]

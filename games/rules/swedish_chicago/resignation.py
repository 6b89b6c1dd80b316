"""Leaving the game (rule 6.3)."""

from games.rules.contract import Happened, Seat, Shuffle
from games.rules.swedish_chicago import chicago, game_end
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.table import Table


def resign(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Resign (5.3, 6.3).

    If only one player is left, the game ends. A Chicago that the player has declared fails.
    """
    table.out = sorted([*table.out, seat])
    events.append(("resigned", "6.3", seat, {}, {}))
    failed = seat == table.declarer
    if failed:
        chicago.broken(table, seat, None, shuffle, events)
    left = table.order()
    if len(left) == 1:
        game_end.finish(table, left, "resignation", events)
        return
    _clear_away(table, seat)
    if failed:
        game_end.hand_over(table, shuffle, events)
    else:
        _skip(table, seat)


def _clear_away(table: Table, seat: Seat) -> None:
    """Discard the hand and any open card, and drop announcements and a sealed answer; played cards remain."""
    table.discards += table.hands[seat]
    table.hands[seat] = []
    table.records[seat] = []
    if table.open is not None and table.open.seat == seat:
        table.discards += (table.open.thrown, table.open.card)
        table.open, table.phase = None, "exchange"
        table.called = False
    for said in table.said:
        said[seat] = None
    table.sealed.pop(seat, None)


def _skip(table: Table, seat: Seat) -> None:
    """Skip a player who was due to act; if the player was to lead, the next player clockwise leads."""
    if seat not in table.due:
        return
    if table.due[0] == seat and not table.is_sealing():
        table.called = False
    table.due.remove(seat)
    if table.phase == "play" and not table.trick:
        table.leader = table.due[0]

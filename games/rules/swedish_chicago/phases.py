"""The course of a game between the decisions of players (rules 1.2, 4.1, 7)."""

from collections.abc import Callable

from games.rules.contract import OPENS, RESIGN, Happened, Illegal, Seat, Shuffle
from games.rules.swedish_chicago import announcements, chicago, exchange, tricks
from games.rules.swedish_chicago.legal import PARAGRAPHS, no_answer, type_named, what_remains
from games.rules.swedish_chicago.moves import Move, understand
from games.rules.swedish_chicago.resignation import resign
from games.rules.swedish_chicago.table import Table

_Verb = Callable[[Table, Seat, Move, Shuffle, list[Happened]], None]

_ANNOUNCING: dict[str, _Verb] = {"announce": announcements.announce, "pass": announcements.pass_by}

ACTS: dict[str, dict[str, _Verb]] = {
    "exchange": {"exchange": exchange.exchange},
    "open": {"take": exchange.take, "refuse": exchange.refuse},
    "announce": _ANNOUNCING,
    "quads": _ANNOUNCING,
    "choose": {"score": announcements.choose_score, "reset": announcements.choose_reset},
    "chicago": {"declare": chicago.declare, "pass": announcements.pass_by},
    "play": {"play": tricks.play},
}
"""The functions that carry out moves, by phase and verb; they raise `Illegal` before they change anything."""

_NEXT: dict[str, Callable[[Table, Shuffle, list[Happened]], None]] = {
    "exchange": announcements.after_exchange,
    "announce": announcements.conclude,
    "quads": announcements.conclude,
    "choose": announcements.go_on,
    "chicago": chicago.lead,
    "play": tricks.finish,
}
"""The function for the step that follows when no seat is due to act, by phase."""


def act_of(table: Table, seat: Seat, move: Move) -> _Verb:
    """Return the function that carries out a seat's move. Raise `Illegal` if the move is not allowed now."""
    if table.result is not None:
        raise Illegal("over", "6.1")
    if seat in table.out or not 0 <= seat < table.seats:
        raise Illegal("not_playing", "6.3")
    if move.verb == RESIGN:
        return resign
    act = ACTS[table.phase].get(move.verb)
    if act is None or seat not in table.waiting():
        raise no_answer(table, seat, move.verb)
    return _seal if table.is_sealing() else act


def _seal(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Store an answer until all players have answered (7).

    Raise `Illegal`, and store nothing, if the move is not legal.
    """
    if move.verb == "exchange":
        what_remains(table, seat, move)
    elif move.verb == "announce":
        type_named(table, seat, move)
    table.sealed[seat] = move.text
    events.append(("sealed", "7", seat, {"ask": table.phase}, {seat: {"move": move.text}}))


def go_on(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """Carry out everything that needs no decision, then begin the turns of the players to move."""
    while table.result is None:
        if not table.due:
            _NEXT[table.phase](table, shuffle, events)
        elif table.sealed and table.is_sealing() and not table.waiting():
            _resolve(table, shuffle, events)
        else:
            break
    if table.called or table.result is not None:
        return
    table.called = True
    table.asked = turn = table.asked + 1
    phase = table.phase
    if table.together:
        events += [(OPENS, PARAGRAPHS[phase], seat, {"turn": turn, "ask": phase}, {}) for seat in table.waiting()]
    else:
        events.append((OPENS, PARAGRAPHS[phase], table.due[0], {"turn": turn, "ask": phase}, {}))


def _resolve(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    seat = table.due[0]
    move = understand(table.sealed.pop(seat))
    ACTS[table.phase][move.verb](table, seat, move, shuffle, events)

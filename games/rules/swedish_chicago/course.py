"""The course of a game: who acts next, until somebody must be asked (rules 1.2, 4.1, 7)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.contract import CLOSES, OPENS, Event, Seat, Shuffle
from games.rules.swedish_chicago import announcing, chicago, exchange, tricks
from games.rules.swedish_chicago.legal import PARAGRAPHS
from games.rules.swedish_chicago.moves import Move, understand
from games.rules.swedish_chicago.table import Table

_Verb = Callable[[Table, Seat, Move, Shuffle, list[Event]], None]

_VERBS: dict[str, _Verb] = {
    "exchange": exchange.exchange,
    "take": exchange.take,
    "refuse": exchange.refuse,
    "announce": announcing.announce,
    "pass": announcing.pass_by,
    "declare": chicago.declare,
    "score": announcing.choose_score,
    "reset": announcing.choose_reset,
    "play": tricks.play,
}

_NEXT: dict[str, Callable[[Table, Shuffle, list[Event]], None]] = {
    "exchange": announcing.after_exchange,
    "announce": announcing.conclude,
    "quads": announcing.conclude,
    "choose": announcing.go_on,
    "chicago": chicago.lead,
    "play": tricks.finish,
}
"""What follows when nobody is due any more."""


def answer(table: Table, seat: Seat, text: str, move: Move, shuffle: Shuffle, events: list[Event]) -> None:
    """A decision that is allowed: carried out, or sealed until everybody has answered (7)."""
    if table.together and table.is_sealing():
        table.sealed[seat] = text
        events.append(Event("sealed", "7", seat, {"ask": table.phase}, {seat: {"move": text}}))
    else:
        _VERBS[move.verb](table, seat, move, shuffle, events)
    if table.open is None or table.open.seat != seat:
        events.append(Event(CLOSES, PARAGRAPHS[table.phase], seat, {}, {}))


def go_on(table: Table, shuffle: Shuffle, events: list[Event]) -> None:
    """Carry out all that needs no decision, then ask whoever is to move now."""
    while (not table.due or table.sealed) and _carry_on(table, shuffle, events):
        pass
    if not table.called and table.result is None:
        _ask(table, events)


def _carry_on(table: Table, shuffle: Shuffle, events: list[Event]) -> bool:
    """Whether there was something to do that needs no decision; it is done."""
    if table.result is not None:
        return False
    if not table.due:
        _NEXT[table.phase](table, shuffle, events)
        return True
    if table.is_sealing() and not table.waiting():
        _resolve(table, shuffle, events)
        return True
    return False


def _resolve(table: Table, shuffle: Shuffle, events: list[Event]) -> None:
    """The next sealed answer in table order."""
    seat = table.due[0]
    move = understand(table.sealed.pop(seat))
    _VERBS[move.verb](table, seat, move, shuffle, events)


def _ask(table: Table, events: list[Event]) -> None:
    table.called = True
    table.asked += 1
    phase = table.phase
    for seat in table.waiting() if table.is_sealing() else table.due[:1]:
        events.append(Event(OPENS, PARAGRAPHS[phase], seat, {"turn": table.asked, "ask": phase}, {}))

"""Shared parts of the board's tests: hands, moves in the notation of records, and a board in plain words."""

from __future__ import annotations

from typing import Any

from games.rules.contract import Event, redact
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.board.view_model import Board, Place
from games.rules.swedish_chicago.state import State
from games.rules.vocabulary import Line
from tests.rules.plain_text import text_of
from tests.rules.swedish_chicago.tables import PLAIN

board = GAME.presentation.board

ME, BOB, EVE = 0, 1, 2
PAIR, LOWER, HIGH = "Ks Kd 7h 4c 3s", "9s 9d Ah 8c 2s", "Qc Jd 9h 5c 2d"
TWO_PAIRS = "Js Jh 6c 6d As"


def plain(line: Line | None) -> str:
    return text_of(line) if line else ""


def see(state: State, seat: int | None = ME, fresh: list[Event] | None = None, **ask: str) -> Board:
    return board(state.view(seat), ask, [redact(event, seat) for event in fresh or []])


def make(state: State, *moves: str) -> list[Event]:
    """Make moves in the notation of records, and return the events of the last move."""
    events: list[Event] = []
    for move in moves:
        seat, text = move.split(" ", 1)
        events = state.apply(int(seat), text, lambda pieces: list(pieces))
    return events


def options(**changes: Any) -> dict[str, Any]:
    return PLAIN | changes


def place(shown: Board, seat: int) -> Place:
    return next(each for each in shown.places if each.seat == seat)


def announcement(shown: Board, seat: int) -> str:
    return plain(place(shown, seat).announcement)

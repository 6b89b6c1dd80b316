"""A board with cards of three players, and its texts in plain English."""

from __future__ import annotations

from typing import Any

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.board.view_model import Board, Rail, Street
from games.rules.contract import Event, redact
from games.rules.vocabulary import Line, Term
from tests.rules.chicago_poker.tables import table

board = GAME.presentation.board

ME, BOB, EVE = 0, 1, 2


def english(line: Line | None) -> str:
    """Return the line for an English reader, with cards, businesses and seats by their codes."""
    if line is None:
        return ""
    text = line.plural if line.count not in (None, 1) else line.text
    return text % {name: _word(term) for name, term in line.terms.items()}


def _word(term: Term) -> str:
    if term.kind == "cards":
        return " ".join(term.value)
    if term.kind == "list":
        return ", ".join(map(_word, term.value))
    return english(term.value) if term.kind == "line" else str(term.value)


def label(rail: Rail) -> str:
    return f"{english(rail.label.name)} {english(rail.label.note)}".strip()


def street(shown: Board, tile: str) -> Street:
    return next(each for each in shown.streets if each.tile == tile)


def rail(shown: Board, tile: str, seat: int) -> Rail:
    return next(each for each in street(shown, tile).rails if each.seat == seat)


def see(state: Any, seat: int | None = ME, fresh: list[Event] | None = None, **ask: str) -> Board:
    return board(state.view(seat), ask, [redact(event, seat) for event in fresh or []])


def some_table(**facts: Any) -> Any:
    hands = ["9M 12M 14S 3R raid1 liquidation limousine revolver bribery", "1F 3F", "5C"]
    lying = {
        "speakeasy1": ["7F 7M 9C 9R", "2C 6C 4C 11C 13C", "11R"],
        "jazz1": ["10M 11M", "5R 5S 2F 3C", "1C"],
        "brewery1": ["", "14F 14M", "8M 8C 8S"],
    }
    return table(hands, lying, discard="15R 9F raid2", **facts)

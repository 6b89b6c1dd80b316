"""A recorded game that plays itself on the front page where no public table is worth showing.

Made of a committed record (the stages of a game up to its first shootout) and the rules: no row of the database.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.rules import Rules, record
from games.rules.contract import CLOSES, OPENS, Event
from games.table.narration import Narrator

RECORD = Path(__file__).parent / "recorded" / "film.record.json"
FIRST = 42
"""The move after which the first picture is drawn: the board is no longer empty."""


@dataclass(frozen=True, slots=True)
class FilmSeat:
    """A seat of the recorded game, with what the board's template shows of it."""

    seat: int
    short: str
    initial: str


@dataclass(frozen=True, slots=True)
class Board:
    """A position as a spectator saw it."""

    view: Any
    seats: list[FilmSeat]
    narrator: Narrator


@dataclass(frozen=True, slots=True)
class Picture:
    """The board after a move, drawn, and what has happened in a sentence or a few."""

    board: SafeString
    caption: SafeString


@dataclass(frozen=True, slots=True)
class Film:
    """The game and its pictures, in order."""

    rules: Rules
    pictures: list[Picture]


def film() -> Film:
    """Returns the film in the active language. It is drawn once for each language."""
    return _drawn(get_language())


@cache
def _drawn(_language: str) -> Film:
    read = record.read(RECORD.read_text(encoding="utf-8"))
    seats = _seats(read.rules, len(read.seats))
    names = {seat.seat: seat.short for seat in seats}
    narrator = Narrator(read.rules, names, None, initials={seat.seat: seat.initial for seat in seats})
    pictures = [
        Picture(_board(read.rules, Board(view, seats, narrator)), _caption(events, narrator))
        for view, events in _positions(read)
    ]
    return Film(read.rules, pictures)


def _seats(rules: Rules, number: int) -> list[FilmSeat]:
    return [FilmSeat(seat, persona.short, persona.initial) for seat, persona in enumerate(rules.PERSONAS[:number])]


def _positions(read: record.Record) -> Iterator[tuple[Any, list[Event]]]:
    """Yields what a spectator saw after each move that changed the board, and the events since the picture before."""
    state, dealer = record.opening(read)
    shown: Any = None
    events: list[Event] = []
    for number, move in enumerate(read.moves, 1):
        seat, _, text = move.partition(" ")
        events += [Event(*happened) for happened in state.make(int(seat), text, dealer)]
        view: Any = state.view(None)
        if number < FIRST or view.street == shown:
            events = events if number >= FIRST else []
            continue
        yield view, events
        shown, events = view.street, []


def _board(rules: Rules, seen: Board) -> SafeString:
    return render_to_string(f"games/{rules.SLUG}/_teaser.html", {"seen": seen})


def _caption(events: list[Event], narrator: Narrator) -> SafeString:
    told = (narrator.html(event) for event in events if event.kind not in (OPENS, CLOSES, "drew"))
    return format_html_join(" ", "{}", ((line,) for line in told if line))

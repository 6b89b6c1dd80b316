"""Recorded games that play by themselves on the front page.

They come from records in the repository (a few turns that end with a shootout, or a hand) and need no database.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.validators.names import COMPUTERS
from games.presentation.narration import Narrator
from games.presentation.view_model import SeatInfo
from games.rules import RULES, record
from games.rules.contract import CLOSES, OPENS, Event, redact
from games.rules.game import Rules

RECORDS = Path(__file__).parent / "recorded"
"""The folder of the records: one for each game shown, named after the game's variant."""

MOST = 14
"""Maximum number of pictures of a game. Only its last positions are shown: at first, the board is nearly empty."""

SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Board:
    view: Any
    seats: list[SeatInfo]
    narrator: Narrator


@dataclass(frozen=True, slots=True)
class Picture:
    """The rendered board after a move, and the events that led to it in a few sentences."""

    board: SafeString
    caption: SafeString


@dataclass(frozen=True, slots=True)
class Film:
    rules: Rules
    pictures: list[Picture]


def films() -> list[Film]:
    """Return the films in the active language, in the order of the games; they are rendered only once per language."""
    return _drawn(get_language())


@cache
def _drawn(_language: str) -> list[Film]:
    paths = ((rules, RECORDS / f"{variant}.record.json") for variant, rules in RULES.items())
    return [Film(rules, _pictures(path)[-MOST:]) for rules, path in paths if path.exists()]


def _pictures(path: Path) -> list[Picture]:
    """Return a picture for each move that changed the board, with the events since the previous picture."""
    read = record.read(path.read_text(encoding="utf-8"))
    seats = [_seat(read.rules, seat) for seat in range(len(read.seats))]
    initials = {info.seat: info.initial for info in seats}
    narrator = Narrator(read.rules, {info.seat: info.short for info in seats}, None, initials=initials)
    pictures: list[Picture] = []
    told: list[Event] = []
    for view, events in _positions(read):
        told += events
        teaser = f"games/{read.rules.engine.VARIANT}/_teaser.html"
        board = render_to_string(teaser, {"seen": Board(view, seats, narrator)})
        if not pictures or board != pictures[-1].board:
            pictures.append(Picture(board, _caption(told, narrator)))
            told = []
    return pictures


def _seat(rules: Rules, seat: int) -> SeatInfo:
    """Return a seat of a recorded game, named after its persona or, in games without personas, a computer player."""
    persona = rules.presentation.PERSONAS[seat] if rules.presentation.PERSONAS else None
    name = persona.short if persona else COMPUTERS[seat]
    return SeatInfo(
        seat=seat,
        name=persona.name if persona else name,
        short=name,
        initial=persona.initial if persona else name[0],
        user_name=name,
        user_initial=name[0],
        username="",
        is_you=False,
        face="",
        strength="",
        deadline=None,
        to_move=False,
        stand_in="",
    )


def _positions(read: record.Record) -> Iterator[tuple[Any, list[Event]]]:
    """Yield a spectator's view after each move, with the move's redacted events."""
    state, dealer = record.opening(read)
    for move in read.moves:
        seat, _, text = move.partition(" ")
        events = [redact(Event(*happened), None) for happened in state.make(int(seat), text, dealer)]
        yield state.view(None), events


def _caption(events: list[Event], narrator: Narrator) -> SafeString:
    """Return the most important events as sentences, in their original order."""
    told = [event for event in events if event.kind not in (OPENS, CLOSES, "drew") and narrator.html(event)]
    weight = narrator.rules.presentation.weight
    by_weight = sorted(told, key=lambda event: weight(event, None), reverse=True)[:SENTENCES]
    return format_html_join(" ", "{}", ((narrator.html(event),) for event in told if event in by_weight))

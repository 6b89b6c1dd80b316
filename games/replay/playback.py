"""Moves played one after the other on the table's page: what happened, and the table after each of them.

Made as the replay is: of the rules' looked-back views and of redacted events, so that nothing hidden is in the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.models import Game, Player
from games.replay.snapshots import latest, stepped
from games.replay.verification import Step
from games.rules import Rules
from games.rules.contract import Event, Seat, redact
from games.table.headline import headline
from games.table.narration import Narrator
from games.table.playback import told_by
from games.table.view_model import SeatInfo, narrator_of, seat_infos

MOST = 40
"""Moves that are played at most: those before them are in the log."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move: who made it, what is said of it (nothing if it is not told), and the table after it.

    ``board.stages`` are shown before going on.
    """

    number: int
    seat: Seat | None
    says: list[SafeString]
    view: Any
    board: Any


@dataclass(frozen=True, slots=True)
class Playback:
    """The table as it was (the first step, which says nothing), and the moves since; those of the viewer say nothing.

    ``last`` is the number of the last move there is.
    """

    last: int
    steps: list[PlayedMove]
    seats: list[SeatInfo]
    narrator: Narrator


def playback_since(game: Game, me: Player | None, since: int) -> Playback:
    """What happened after move ``since``, for ``me``; at most so much of it. Raises ReplayMismatch."""
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    seat = me.seat if me else None
    narrator = narrator_of(game, players, seat)
    last = game.moves.order_by("-number").values_list("number", flat=True).first() or 0
    since = max(min(since, last), last - MOST)
    start = latest(game, since - 1)
    rows = list(game.moves.filter(number__gt=start.number if start else -1, number__lte=last).order_by("number"))
    played = [
        _played(step, narrator, told=step.move.number > since)
        for step in stepped(game, players, rows, start)
        if step.move.number >= since
    ]
    return Playback(last, _trimmed(played), seat_infos(game, players, me), narrator)


def _played(step: Step, narrator: Narrator, *, told: bool) -> PlayedMove:
    rules, seat = narrator.rules, narrator.viewer
    happened = [redact(event, seat) for event in step.events]
    says = _says(happened, step.move.seat, narrator) if told else []
    view = step.state.look_back(seat, reveal_all=False)
    shown = happened if says and _staged(happened, rules) else ()
    return PlayedMove(step.move.number, step.move.seat, says, view, rules.board(view, {}, happened, (), shown))


def _trimmed(played: list[PlayedMove]) -> list[PlayedMove]:
    """From the table before the first move that is told to the last one told; nothing if none is."""
    told = [place for place, move in enumerate(played) if move.says]
    return played[max(0, told[0] - 1) : told[-1] + 1] if told else []


def _staged(events: Iterable[Event], rules: Rules) -> bool:
    return rules.HIGHLIGHTS is not None and any(event.kind in rules.HIGHLIGHTS.kinds for event in events)


def _says(events: Sequence[Event], mover: Seat | None, narrator: Narrator) -> list[SafeString]:
    """What is said of a move; nothing of what the viewer did. Of a highlight, which is staged, only the outcome."""
    told = told_by(events, mover, narrator.viewer)
    if told and _staged(events, narrator.rules) and (outcome := headline(events, narrator)):
        return [outcome]
    return [said for event in narrator.rules.merge(told) if (said := narrator.html(event))]

"""Playback of moves on the table page and in the replay: the events, and the table after each.

Like the replay, it is built from the rules' retrospective views and redacted events, so that the page contains nothing
hidden.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString

from games.core.access import is_closed
from games.models import Game, Player
from games.presentation.narration import Narrator
from games.presentation.playback import visible_events
from games.presentation.view_model import SeatInfo, narrator_of, seat_infos
from games.replay.replay_page import Turn, caption, known, line_of
from games.replay.snapshots import latest, stepped
from games.replay.verification import Step
from games.rules.contract import Seat

MOST = 40
"""The maximum number of moves played back on the table page; the log has the earlier ones."""

AT_ONCE = 20
"""The number of moves per response in a replay; the script fetches more while it shows these."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in the playback, with its caption ``says``, which may be empty, and the table after it.

    ``board.stages`` are shown before the next move. ``turn`` is the turn after the move in a replay, otherwise None.
    """

    number: int
    seat: Seat | None
    says: list[SafeString]
    view: Any
    board: Any
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Playback:
    """The table before the moves (a first step without a caption), and the moves.

    ``until`` is the last move examined, ``last`` the last move of the game.
    """

    until: int
    last: int
    steps: list[PlayedMove]
    seats: list[SeatInfo]
    narrator: Narrator


def playback_since(game: Game, me: Player | None, since: int) -> Playback:
    """Return the playback for ``me`` of the moves after ``since``, limited to the last ``MOST``.

    Raise `ReplayMismatch` if the moves can't be replayed.
    """
    players, narrator = _seated(game, me)
    last = game.moves.order_by("-number").values_list("number", flat=True).first() or 0
    since = max(min(since, last), last - MOST)
    played = [_played(step, narrator, since) for step in _steps(game, players, since, last)]
    return Playback(last, last, _trimmed(played), seat_infos(game, players, me), narrator)


def replay_since(game: Game, me: Player | None, at: int, *, reveal_all: bool) -> Playback:
    """Return the playback for ``me`` of the next moves in a replay that is at move ``at``.

    ``reveal_all`` has no effect while the game runs. Raise `ReplayMismatch` if the moves can't be replayed.
    """
    reveal_all = reveal_all and is_closed(game)
    players, narrator = _seated(game, me)
    line = line_of(game)
    at = min(at, line.last)
    until = min(at + AT_ONCE, line.last)
    seats = seat_infos(game, players, me)
    played = [
        _played(step, narrator, at, in_replay=True, reveal_all=reveal_all) for step in _steps(game, players, at, until)
    ]
    turned = [replace(move, turn=Turn.at(move.number, line, seats, narrator)) for move in played]
    return Playback(until, line.last, turned, seats, narrator)


def stages_after(game: Game, me: Player | None, number: int) -> Sequence[Any]:
    """Return the full-page results of a move for ``me``, explained by the table after that move.

    Only games with highlights have such results. Raise `ReplayMismatch` if the moves can't be replayed.
    """
    players, narrator = _seated(game, me)
    stages: Sequence[Any] = ()
    for step in _steps(game, players, number, number):
        happened = [known(event, narrator.viewer, reveal_all=False) for event in step.events]
        view = step.state.look_back(narrator.viewer, reveal_all=False)
        board: Any = game.rules.presentation.board(view, {}, happened, (), happened)
        stages = board.stages
    return stages


def _seated(game: Game, me: Player | None) -> tuple[list[Player], Narrator]:
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    return players, narrator_of(game, players, me.seat if me else None)


def _steps(game: Game, players: Sequence[Player], since: int, until: int) -> Iterator[Step]:
    start = latest(game, since - 1)
    rows = list(game.moves.filter(number__gt=start.number if start else -1, number__lte=until).order_by("number"))
    return (step for step in stepped(game, players, rows, start) if step.move.number >= since)


def _played(
    step: Step, narrator: Narrator, since: int, *, in_replay: bool = False, reveal_all: bool = False
) -> PlayedMove:
    """Return the move for the playback, with a caption if it is after ``since``.

    The caption covers all events in a replay, and those that ``visible_events`` selects elsewhere.
    """
    rules, seat, move = narrator.rules, narrator.viewer, step.move
    happened = [known(event, seat, reveal_all=reveal_all) for event in step.events]
    highlights = rules.presentation.HIGHLIGHTS
    is_staged = highlights is not None and any(event.kind in highlights.kinds for event in happened)
    visible = happened if in_replay else visible_events(happened, move.seat, seat)
    says = caption(visible if move.number > since else (), happened if is_staged else (), narrator)
    view = step.state.look_back(seat, reveal_all=reveal_all)
    board = rules.presentation.board(view, {}, happened, (), happened if says and is_staged else ())
    return PlayedMove(move.number, move.seat, says, view, board)


def _trimmed(played: list[PlayedMove]) -> list[PlayedMove]:
    """Drop moves at both ends that have no caption, but keep one before the first caption.

    Return an empty list if no move has a caption.
    """
    told = [place for place, move in enumerate(played) if move.says]
    return played[max(0, told[0] - 1) : told[-1] + 1] if told else []

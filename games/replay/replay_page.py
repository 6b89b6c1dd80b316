"""The replay page: a started game after one of its moves, limited to one viewer's knowledge."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.safestring import SafeString

from games.core.access import is_closed
from games.models import Game, Move, Player
from games.presentation.headline import headline
from games.presentation.log import LoggedMove, LogTurn, by_turn, turns_begun
from games.presentation.narration import Narrator
from games.presentation.view_model import SeatInfo, logged_moves, narrator_of, seat_infos
from games.replay.markers import Labels, Marker
from games.replay.snapshots import Recent, Snapshot, identity, latest, state_after
from games.rules.contract import DEALT, Event, Seat, State, lay_open, redact
from games.rules.game import Rules

AROUND = 2

MOST_TIMELINES = 200
"""The number of games whose timelines a process caches; the timeline of a long game takes about 100 kB."""

_POSITION = re.compile(r"([+-]?)0*([0-9]+)", re.ASCII)
_LONGEST = 9
"""The maximum number of digits in a position, more than any game needs."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The positions of interest in a game. A position is a move's number: 0 is the deal, ``last`` the latest move.

    ``turns`` are the moves that began turns, with the seats to move; ``mine`` are the moves that began the viewer's
    turns. ``highlights`` are the moves with a full-page result, ``deals`` the moves that dealt cards.
    """

    last: int
    turns: tuple[tuple[int, tuple[Seat, ...]], ...]
    mine: tuple[int, ...]
    highlights: tuple[int, ...]
    deals: tuple[int, ...]

    @property
    def by_deal(self) -> bool:
        """Whether cards were dealt more than once; if so, the replay counts hands instead of turns."""
        return len(self.deals) > 1

    def deal_at(self, at: int) -> int:
        """Return the number of the hand at a position, from 1. Return 0 if the game has only one hand."""
        return bisect_right(self.deals, at) if self.by_deal else 0

    def seen_by(self, viewer: Seat | None) -> Timeline:
        """Return the timeline with ``mine`` set for this viewer; the rest is the same for all viewers."""
        return replace(self, mine=tuple(number for number, seats in self.turns if viewer in seats))

    def turn_at(self, at: int) -> int:
        """Return the number of the turn at a position, from 1. Return 0 before the first turn."""
        return bisect_right(self.turns, at, key=itemgetter(0))

    @property
    def ticks(self) -> str:
        """An SVG path with a mark for each turn on the scale, or an empty string if hands are marked instead."""
        return "" if self.by_deal else "".join([f"M{number} 26V40" for number, _seats in self.turns])

    @property
    def own_ticks(self) -> str:
        """An SVG path with longer marks for the viewer's own turns, or for the hands."""
        return "".join([f"M{number} 18V40" for number in (self.deals if self.by_deal else self.mine)])

    def seats_to_move_at(self, at: int) -> tuple[Seat, ...]:
        """Return the seats to move at a position; before the first turn, return an empty tuple."""
        turn = self.turn_at(at)
        return self.turns[turn - 1][1] if turn else ()

    def listed_range(self, at: int) -> tuple[int, int]:
        """Return the range of moves listed at a position: the first, and the one after the last."""
        turn = self.turn_at(at)
        first, beyond = max(0, turn - 1 - AROUND), turn + AROUND
        return (
            self.turns[first][0] if first else 0,
            self.turns[beyond][0] if beyond < len(self.turns) else self.last + 1,
        )


_START = Timeline(0, (), (), (), ())
_TIMELINES: Recent[Timeline] = Recent(MOST_TIMELINES)
"""The cached timelines by game; all viewers share them, because they contain no secrets."""


def timeline(moves: Sequence[LoggedMove], rules: Rules, viewer: Seat | None, before: Timeline = _START) -> Timeline:
    """Return a game's timeline; ``moves`` are all moves from the deal on, or those after ``before``."""
    turns = [(move.number, seats) for move in moves for seats in turns_begun(move.events)]
    kinds = rules.presentation.HIGHLIGHTS.kinds if rules.presentation.HIGHLIGHTS else ()
    highlights = [move.number for move in moves if any(event.kind in kinds for event in move.events)]
    return Timeline(
        last=moves[-1].number if moves else before.last,
        turns=(*before.turns, *turns),
        mine=(),
        highlights=(*before.highlights, *highlights),
        deals=(*before.deals, *(move.number for move in moves if any(event.kind == DEALT for event in move.events))),
    ).seen_by(viewer)


@dataclass(frozen=True, slots=True)
class Navigation:
    """The moves to which the controls at a position lead; a control without a move is disabled."""

    first: int | None
    turn_before: int | None
    before: int | None
    after: int | None
    turn_after: int | None
    last: int | None
    my_last_turn: int | None
    next_highlight: int | None


def navigation(line: Timeline, at: int, running: bool) -> Navigation:
    """Return the navigation at move ``at``.

    The viewer's last turn is the last one that the viewer ended; in a finished game, the last one that the viewer
    began.
    """
    starts = [number for number, _seats in line.turns]
    turn = line.turn_at(at)
    ended = [number for number in line.mine if not running or number < starts[-1]]
    return Navigation(
        first=0 if at else None,
        turn_before=(starts[turn - 2] if turn > 1 else 0) if at else None,
        before=at - 1 if at else None,
        after=at + 1 if at < line.last else None,
        turn_after=next((number for number in (*starts, line.last) if number > at), None),
        last=line.last if at < line.last else None,
        my_last_turn=ended[-1] if ended else None,
        next_highlight=next((number for number in line.highlights if number > at), None),
    )


def position(text: str, last: int, default: int) -> int:
    """Parse a position from a query parameter and clamp it between 0 and ``last``.

    Return ``default`` if it is not a number.
    """
    if (found := _POSITION.fullmatch(text.strip())) is None:
        return default
    sign, digits = found.groups()
    return 0 if sign == "-" else min(last, int(digits[:_LONGEST]))


class Turn(NamedTuple):
    """The turn at a position: its number (0 for the deal), and the names of the players to move.

    ``seat`` is the seat to move, or None unless there is exactly one. ``deal`` is the number of the hand, or 0 if the
    game has only one.
    """

    number: int
    seat: SeatInfo | None
    names: str
    deal: int

    @classmethod
    def at(cls, position: int, line: Timeline, seats: Sequence[SeatInfo], narrator: Narrator) -> Turn:
        moving = line.seats_to_move_at(position)
        seat = seats[moving[0]] if len(moving) == 1 else None
        return cls(line.turn_at(position), seat, narrator.players(moving), line.deal_at(position))


@dataclass(frozen=True, slots=True)
class Replay:
    """A game after move ``at``, limited to one viewer's knowledge.

    ``open`` means that the game no longer hides anything, ``reveal_all`` that all cards are shown. ``caption``
    describes the move, ``turns`` lists the moves around it.
    """

    at: int
    open: bool
    reveal_all: bool
    seats: list[SeatInfo]
    narrator: Narrator
    view: Any
    board: Any
    line: Timeline
    navigation: Navigation
    markers: list[Marker]
    caption: list[SafeString]
    turns: list[LogTurn]

    @property
    def turn(self) -> Turn:
        return Turn.at(self.at, self.line, self.seats, self.narrator)


def replay_for(game: Game, me: Player | None, query: Mapping[str, str]) -> Replay:
    """Return the replay for a page's query parameters: ``at`` is a move, ``cards=up`` reveals all cards.

    In a running game, the default for ``at`` is the end of the last turn of ``me``, otherwise the deal. Read the
    players and each needed move once. Only the first call for a game reads all moves. Raise `ReplayMismatch` if the
    stored moves can't be replayed up to that position.
    """
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    seat, is_open = me.seat if me else None, is_closed(game)
    reveal_all = is_open and query.get("cards") == "up"
    default = me.last_turn_end if me and game.is_running else 0
    narrator = narrator_of(game, players, seat)
    labels = Labels(game, narrator, reveal_all)
    stretch = _stretch(game, query.get("at", ""), default, labels)
    at, line = stretch.at, stretch.line.seen_by(seat)
    view = stretch.state(players).look_back(seat, reveal_all=reveal_all)
    moves = _known(logged_moves(stretch.rows, players, me), seat, reveal_all)
    by_number = {move.number: move for move in moves}
    happened = by_number[at].events
    staged = happened if at in line.highlights else ()
    labels.learn(by_number[number] for number in labels.unknown(line.highlights))
    return Replay(
        at=at,
        open=is_open,
        reveal_all=reveal_all,
        seats=seat_infos(game, players, me),
        narrator=narrator,
        view=view,
        board=game.rules.presentation.board(view, {}, happened, (), staged),
        line=line,
        navigation=navigation(line, at, game.is_running),
        markers=[labels.marker(number, line.last) for number in line.highlights],
        caption=caption(happened, staged, narrator),
        turns=_listed(moves, line, at, narrator),
    )


def known(event: Event, viewer: Seat | None, *, reveal_all: bool) -> Event:
    """Return the event without information hidden from the viewer."""
    return lay_open(event) if reveal_all else redact(event, viewer)


def _known(moves: Iterable[LoggedMove], viewer: Seat | None, reveal_all: bool) -> list[LoggedMove]:
    return [
        move._replace(events=[known(event, viewer, reveal_all=reveal_all) for event in move.events]) for move in moves
    ]


def line_of(game: Game) -> Timeline:
    """Return a started game's timeline for no particular viewer; read only moves missing from the cache."""
    so_far = _TIMELINES.get(identity(game))
    fresh = game.moves.filter(number__gt=so_far.last if so_far else -1).order_by("number")
    return _extended(game, so_far or _START, list(fresh))


class _Stretch(NamedTuple):
    """The rows and other data read for the position ``at``.

    ``snapshot`` is where the replay starts. ``rows`` are the moves to replay, the moves listed around the position, and
    highlights without a label.
    """

    game: Game
    at: int
    line: Timeline
    snapshot: Snapshot | None
    rows: list[Move]

    def state(self, players: Sequence[Player]) -> State:
        """Return the state at the position. Raise `ReplayMismatch` if the moves can't be replayed."""
        start = self.snapshot.number if self.snapshot else -1
        replayed = [row for row in self.rows if start < row.number <= self.at]
        return state_after(self.game, players, replayed, self.at, self.snapshot)


def _stretch(game: Game, text: str, default: int, labels: Labels) -> _Stretch:
    if known := _TIMELINES.get(identity(game)):
        at = position(text, known.last, default)
        snapshot = latest(game, at)
        rows = list(game.moves.filter(_needed(known, at, snapshot, labels)).order_by("number"))
        # A replica may lag behind the cached timeline.
        if rows and rows[-1].number >= known.last:
            line = _extended(game, known, [row for row in rows if row.number > known.last])
            return _Stretch(game, position(text, line.last, default), line, snapshot, rows)
    rows = list(game.moves.order_by("number"))
    line = _extended(game, _START, rows)
    at = position(text, line.last, default)
    return _Stretch(game, at, line, latest(game, at), rows)


def _needed(line: Timeline, at: int, snapshot: Snapshot | None, labels: Labels) -> Q:
    first, beyond = line.listed_range(at)
    start = snapshot.number + 1 if snapshot else 0
    around = Q(number__gte=min(first, start, at), number__lt=max(beyond, at + 1))
    return around | Q(number__in=labels.unknown(line.highlights)) | Q(number__gte=line.last)


def _extended(game: Game, line: Timeline, rows: Sequence[Move]) -> Timeline:
    if rows:
        line = timeline(logged_moves(rows), game.rules, None, line)
        _TIMELINES.put(identity(game), line)
    return line


def caption(told: Sequence[Event], staged: Sequence[Event], narrator: Narrator) -> list[SafeString]:
    """Return the events as text.

    For a highlight, whose ``staged`` events the board shows, return only the outcome.
    """
    if told and staged and (outcome := headline(staged, narrator)):
        return [outcome]
    return [said for event in narrator.rules.presentation.merge(told) if (said := narrator.html(event))]


def _listed(moves: Sequence[LoggedMove], line: Timeline, at: int, narrator: Narrator) -> list[LogTurn]:
    first, beyond = line.listed_range(at)
    turns = by_turn([move for move in moves if first <= move.number < beyond], narrator, apart=True)
    # The move that begins the first listed turn also ends the previous one, which is not listed.
    return turns[1:] if first and turns[0].opening is None else turns

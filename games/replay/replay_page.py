"""What a replay shows: a game that has started, as it lay after one of its moves, for somebody who looks back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.access import is_closed
from games.models import Game, Move, Player
from games.replay.verification import played_again
from games.rules import Rules
from games.rules.contract import Event, Seat, lay_open, redact
from games.table.narration import Group, Narrator, Told, chief, grouped, headline, turns_begun
from games.table.view_model import SeatInfo, narrator_of, seat_infos, told

AROUND = 2
"""How many turns before and after the present one are listed."""

_POSITION = re.compile(r"([+-]?)0*([0-9]+)", re.ASCII)
_LONGEST = 9
"""Digits: no game has so many moves."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where one may want to go in a game. Positions are numbers of moves: 0 is the deal, ``last`` is now.

    ``turns`` are the moves with which turns began and whose they were, ``mine`` those of the viewer; ``staged`` the
    moves that are worth looking back at.
    """

    last: int
    turns: tuple[tuple[int, tuple[Seat, ...]], ...]
    mine: tuple[int, ...]
    staged: tuple[int, ...]

    def turn_at(self, at: int) -> int:
        """Which turn it is then, counted from 1; 0 before the first."""
        return sum(number <= at for number, _seats in self.turns)

    def whose(self, at: int) -> tuple[Seat, ...]:
        """Whose turn it is then; nobody's in the deal."""
        turn = self.turn_at(at)
        return self.turns[turn - 1][1] if turn else ()

    def around(self, at: int) -> tuple[int, int]:
        """The first move of the turns that are listed with this position, and the first one after them."""
        turn = self.turn_at(at)
        first, beyond = max(0, turn - 1 - AROUND), turn + AROUND
        return (
            self.turns[first][0] if first else 0,
            self.turns[beyond][0] if beyond < len(self.turns) else self.last + 1,
        )


def timeline(moves: Sequence[Told], rules: Rules, viewer: Seat | None) -> Timeline:
    """The ways through these moves: all of the game, from the deal on."""
    turns = [(move.number, seats) for move in moves for seats in turns_begun(move.events)]
    kinds = rules.HIGHLIGHTS.kinds if rules.HIGHLIGHTS else ()
    return Timeline(
        last=moves[-1].number if moves else 0,
        turns=tuple(turns),
        mine=tuple(number for number, seats in turns if viewer in seats),
        staged=tuple(move.number for move in moves if any(event.kind in kinds for event in move.events)),
    )


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the controls lead from one position; None where they lead nowhere."""

    first: int | None
    turn_before: int | None
    before: int | None
    after: int | None
    turn_after: int | None
    last: int | None
    my_last_turn: int | None
    next_staged: int | None


def ways(line: Timeline, at: int, running: bool) -> Ways:
    """From move ``at``. My last turn is the last that I have ended; in a finished game the last that I began."""
    starts = [number for number, _seats in line.turns]
    turn = line.turn_at(at)
    ended = [number for number in line.mine if not running or number < starts[-1]]
    return Ways(
        first=0 if at else None,
        turn_before=(starts[turn - 2] if turn > 1 else 0) if at else None,
        before=at - 1 if at else None,
        after=at + 1 if at < line.last else None,
        turn_after=next((number for number in (*starts, line.last) if number > at), None),
        last=line.last if at < line.last else None,
        my_last_turn=ended[-1] if ended else None,
        next_staged=next((number for number in line.staged if number > at), None),
    )


def position(asked: str, last: int, otherwise: int) -> int:
    """The move that an address asks for, or the nearest there is; ``otherwise`` if it asks for no number."""
    if (found := _POSITION.fullmatch(asked.strip())) is None:
        return otherwise
    sign, digits = found.groups()
    return 0 if sign == "-" else min(last, int(digits[:_LONGEST]))


class Mark(NamedTuple):
    """A staged move on the scale of the replay: how far along it lies, what it brought, whether the viewer won it."""

    number: int
    place: str
    says: str
    yours: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """A game after move ``at`` as one viewer may look back at it.

    ``open`` says that nothing in this game is hidden any more, so that all cards may be shown; ``all_up`` that they
    are. ``caption`` tells the move, ``turns`` the moves around it.
    """

    at: int
    open: bool
    all_up: bool
    seats: list[SeatInfo]
    narrator: Narrator
    view: Any
    board: Any
    line: Timeline
    ways: Ways
    marks: list[Mark]
    caption: list[SafeString]
    turns: list[Group]

    @property
    def turn(self) -> int:
        """Which turn it is, counted from 1."""
        return self.line.turn_at(self.at)

    @property
    def whose(self) -> SeatInfo | None:
        """Whose turn it is; None in the deal, and if it is that of several."""
        asked = self.line.whose(self.at)
        return self.seats[asked[0]] if len(asked) == 1 else None

    @property
    def players(self) -> str:
        """The names of those whose turn it is."""
        return self.narrator.players(self.line.whose(self.at))


def watch(game: Game, me: Player | None, ask: Mapping[str, str]) -> Watched:
    """The replay at the position that ``ask``, a page's query, is for: ``at`` a move, ``cards=up`` all cards open.

    Begins with the last turn of ``me`` in a game that goes on, else with the deal. Reads players and moves once each.
    Raises replay.Differs if the stored moves can't be played again as far as that.
    """
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    rows = list(game.moves.order_by("number"))
    seat, is_open = me.seat if me else None, is_closed(game)
    all_up = is_open and ask.get("cards") == "up"
    moves = _known(told(rows, players, me), seat, all_up)
    at = position(ask.get("at", ""), len(rows) - 1, me.seen if me and game.is_running else 0)
    narrator = narrator_of(game, players, seat)
    line = timeline(moves, game.rules, seat)
    view = _look_back(game, players, rows[: at + 1], seat, all_up)
    happened = moves[at].events
    return Watched(
        at=at,
        open=is_open,
        all_up=all_up,
        seats=seat_infos(game, players, me),
        narrator=narrator,
        view=view,
        board=game.rules.board(view, {}, happened, (), happened if at in line.staged else ()),
        line=line,
        ways=ways(line, at, game.is_running),
        marks=[_mark(moves[number], line.last, narrator) for number in line.staged],
        caption=_caption(happened, at in line.staged, narrator),
        turns=_listed(moves, line, at, narrator),
    )


def _known(moves: Iterable[Told], viewer: Seat | None, all_up: bool) -> list[Told]:
    """The moves with nothing left in them that the viewer may not know."""

    def known(event: Event) -> Event:
        return lay_open(event) if all_up else redact(event, viewer)

    return [move._replace(events=[known(event) for event in move.events]) for move in moves]


def _look_back(game: Game, players: Sequence[Player], rows: Sequence[Move], viewer: Seat | None, all_up: bool) -> Any:
    for step in played_again(game, players, rows):
        last = step
    return last.state.look_back(viewer, all_up=all_up)


def _caption(events: Sequence[Event], staged: bool, narrator: Narrator) -> list[SafeString]:
    """What happened; of what is shown on the stage only the outcome."""
    if staged and (outcome := headline(events, narrator)):
        return [outcome]
    return [said for event in narrator.rules.merge(events) if (said := narrator.html(event))]


def _mark(move: Told, last: int, narrator: Narrator) -> Mark:
    top = chief(move.events, narrator)
    yours = top is not None and top.seat is not None and top.seat == narrator.viewer
    return Mark(move.number, f"{100 * move.number / last:.2f}%", narrator.text(top) if top else "", yours)


def _listed(moves: Sequence[Told], line: Timeline, at: int, narrator: Narrator) -> list[Group]:
    first, beyond = line.around(at)
    turns = grouped(moves[first:beyond], narrator, apart=True)
    # The move that opens the first turn also closed the one before, which is not listed.
    return turns[1:] if first and turns[0].opening is None else turns

"""A game of Swedish Chicago going on: the contract's State (rules 1, 7, 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from games.rules import contract
from games.rules.contract import Event, Happened, Options, Outcome, Piece, Seat, Shuffle
from games.rules.swedish_chicago import legal, phases, rows, settlement, visibility
from games.rules.swedish_chicago.hand_log import Told
from games.rules.swedish_chicago.moves import understand
from games.rules.swedish_chicago.options import SEATS
from games.rules.swedish_chicago.table import ROUNDS, Table
from games.rules.swedish_chicago.view import View

_NOBODY: frozenset[Seat] = frozenset()
_HANDED_ON = 2
"""Events of a move after which it is just another one's turn: the act, and the change of turn."""
_ONLY = [frozenset((seat,)) for seat in range(SEATS[-1])]


class State(Table, contract.State):
    """One game. The ``due`` players act in that order; with ``together`` all of them answer first, sealed."""

    __slots__ = ("told",)
    LATER_FACTS = frozenset(("thrown_cards",))

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(options, seats)
        self.told = Told()

    @classmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        """Draw the first dealer and deal (1.2, 1.3). Options are taken as checked."""
        state = cls(options, seats)
        dealer = int(state.shuffled([str(seat) for seat in range(seats)], shuffle)[-1])
        events: list[Happened] = []
        settlement.deal(state, dealer, shuffle, events)
        phases.go_on(state, shuffle, events)
        return state, [Event(*happened) for happened in events]

    @classmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        """Return the state that gave these pieces and facts."""
        state = cls(options, seats)
        rows.refill(state, pieces, facts)
        state.told = Told.from_facts(facts)
        return state

    @property
    def to_move(self) -> frozenset[Seat]:
        """The first due player, or all who have not yet sealed an answer (7); empty when the game is over."""
        if self.result is not None:
            return _NOBODY
        if self.together and self.phase in ROUNDS:
            return frozenset(self.waiting())
        return _ONLY[self.due[0]]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended (6.4), None while it goes on."""
        return self.result

    @property
    def turn(self) -> int:
        """A number that grows whenever a player is newly to move; not between an open card and its answer (7.6)."""
        return self.asked

    def legal_moves(self, seat: Seat) -> Sequence[str]:
        """Return all moves that ``seat`` may make now, without ``resign``; none if it is not to move."""
        if self.result is not None:
            return []
        asked = seat in self.waiting() if self.together else self.due[0] == seat
        return legal.MOVES[self.phase](self, seat) if asked else []

    def make(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Happened]:
        """Make a move with all its consequences. Raises Illegal before anything has changed."""
        understood, part = understand(move), self.part
        events: list[Happened] = []
        act = phases.ACTS[self.phase].get(understood.verb)
        if act is None or self.result is not None or self.due[0] != seat or self.together:
            act = phases.act_of(self, seat, understood)
        act(self, seat, understood, shuffle, events)
        phases.go_on(self, shuffle, events)
        if len(events) > _HANDED_ON:
            self.told.note(part, events)
        return events

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = super().copy()
        twin.told = self.told.copy()
        return twin

    def view(self, seat: Seat | None) -> View:
        """Return all that this viewer may know; None is a spectator."""
        return self._seen(seat, [] if seat is None else self.legal_moves(seat), reveal_all=False)

    def look_back(self, seat: Seat | None, *, reveal_all: bool) -> View:
        """Return ``view`` for a replay, without moves; ``reveal_all`` lays every hand open."""
        return replace(self._seen(seat, [], reveal_all=reveal_all), past=True, reveal_all=reveal_all)

    def _seen(self, seat: Seat | None, moves: Sequence[str], *, reveal_all: bool) -> View:
        reveal_all = reveal_all or self.result is not None
        seen = visibility.see(self, seat, self._told_phase, self.to_move, moves, reveal_all=reveal_all)
        return replace(
            seen,
            told=tuple((part, Event(*happened)) for part, happened in self.told.hand),
            history=tuple(self.told.scores),
        )

    def seen_by(self, viewer: Seat | None, piece: Piece) -> Piece:
        """Return a piece as ``viewer`` may know it (2.1, 4.3, 7.6)."""
        return visibility.seen_by(self, viewer, piece)

    def known_facts(self, viewer: Seat | None, hidden: Mapping[str, str]) -> dict[str, Any]:
        """Return the facts without the secrets of others (2.4, 7): all cards named there have been shown."""
        return visibility.known_facts(self.facts(), viewer)

    def commits(self, seat: Seat, move: str) -> bool:
        """Return true: every move binds others, shows its player new cards or is the last of their turn."""
        return True

    def forced_move(self, seat: Seat) -> str | None:
        """Return the last card of a hand (4.2), which is public."""
        last = self.result is None and self.phase == "play" and self.due[0] == seat and len(self.hands[seat]) == 1
        return self.legal_moves(seat)[0] if last else None

    def pieces(self) -> list[Piece]:
        """Return the positions of all cards; the zones are those of :func:`rows.pieces`."""
        return rows.pieces(self)

    def facts(self) -> dict[str, Any]:
        """Return the rest, as JSON."""
        return rows.facts(self) | self.told.facts()

    def position(self) -> dict[str, Any]:
        """Return the position as record.md 3 prints it."""
        return rows.position(self, self._told_phase)

    @property
    def _told_phase(self) -> str:
        """The phase as record.md 3 names it."""
        return self.phase if self.result is None else "over"

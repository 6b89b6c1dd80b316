"""The state of a game of Swedish Chicago, for the contract (rules 1, 7, 8)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from games.rules import contract
from games.rules.contract import Event, Happened, Options, Outcome, Piece, Seat, Shuffle
from games.rules.swedish_chicago import legal, phases, visibility
from games.rules.swedish_chicago.deal import deal_hand
from games.rules.swedish_chicago.hand_log import HandLog
from games.rules.swedish_chicago.moves import understand
from games.rules.swedish_chicago.rows import Rows
from games.rules.swedish_chicago.view import View

_HANDED_ON = 2
"""The number of events in a move that only passes the turn on: the action, and the start of the next turn."""


class State(Rows, contract.State):
    """The state of a game.

    The ``due`` players act in this order. In rounds with ``together``, all of them first seal their answers.
    """

    __slots__ = ("told",)
    LATER_FACTS = frozenset(("thrown_cards",))

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(options, seats)
        self.told = HandLog()

    @classmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        """Draw the first dealer and deal, with checked options (1.2, 1.3). Return the state and the events."""
        state = cls(options, seats)
        dealer = int(state.shuffled([str(seat) for seat in range(seats)], shuffle)[-1])
        events: list[Happened] = []
        deal_hand(state, dealer, shuffle, events)
        phases.go_on(state, shuffle, events)
        return state, [Event(*happened) for happened in events]

    @classmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        state = cls(options, seats)
        state.refill(pieces, facts)
        state.told = HandLog.from_facts(facts)
        return state

    @property
    def outcome(self) -> Outcome | None:
        return self.result

    @property
    def turn(self) -> int:
        """A number that increases whenever turns begin; an open card (7.6) begins a turn only with ``together``."""
        return self.asked

    def legal_moves(self, seat: Seat) -> Sequence[str]:
        if self.result is not None:
            return []
        asked = seat in self.waiting() if self.together else self.due[0] == seat
        return legal.MOVES[self.phase](self, seat) if asked else []

    def make(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Happened]:
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
        twin = super().copy()
        twin.told = self.told.copy()
        return twin

    def view(self, seat: Seat | None) -> View:
        return self._seen(seat, [] if seat is None else self.legal_moves(seat), reveal_all=False)

    def look_back(self, seat: Seat | None, *, reveal_all: bool) -> View:
        return replace(self._seen(seat, [], reveal_all=reveal_all), past=True, reveal_all=reveal_all)

    def _seen(self, seat: Seat | None, moves: Sequence[str], *, reveal_all: bool) -> View:
        told = tuple((part, Event(*happened)) for part, happened in self.told.hand)
        seen = visibility.see(self, seat, moves, reveal_all=reveal_all)
        return replace(seen, told=told, history=tuple(self.told.scores))

    def seen_by(self, viewer: Seat | None, piece: Piece) -> Piece:
        return visibility.seen_by(self, viewer, piece)

    def known_facts(self, viewer: Seat | None, hidden: Mapping[str, str]) -> dict[str, Any]:
        """Return the facts without other players' secrets (2.4, 7).

        The facts that remain contain no cards hidden from the viewer.
        """
        return visibility.known_facts(self.facts(), viewer)

    def commits(self, seat: Seat, move: str) -> bool:
        """Return True: every move affects others, shows its player new cards or ends the turn."""
        return True

    @property
    def following(self) -> Seat | None:
        """The second of the due players. It is open while answers are sealed, and at the end of a phase or trick."""
        return None if self.result is not None or self.is_sealing() else next(iter(self.due[1:]), None)

    def forced_move(self, seat: Seat) -> str | None:
        """Return the play of a seat's last card (4.2), which all players know is forced; otherwise None."""
        last = self.result is None and self.phase == "play" and self.due[0] == seat and len(self.hands[seat]) == 1
        return self.legal_moves(seat)[0] if last else None

    def forced_pass(self, seat: Seat) -> str | None:
        """Return the pass of a seat that has no combination to announce (3.1, 7.1), or None."""
        return "pass" if self.legal_moves(seat) == ["pass"] else None

    def facts(self) -> dict[str, Any]:
        return super().facts() | self.told.facts()

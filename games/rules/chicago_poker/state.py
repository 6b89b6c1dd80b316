"""The state of a game of Chicago Poker, for the contract (rules 2, 3, 10)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from games.rules import contract
from games.rules.chicago_poker import actions, legal, shootout, visibility
from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.pieces import CARDS, GANGSTERS, HAND, TILES, canonical
from games.rules.chicago_poker.rows import Rows
from games.rules.chicago_poker.table import Business, Table
from games.rules.chicago_poker.view import View
from games.rules.contract import Event, Happened, Illegal, Options, Outcome, Piece, Seat, Shuffle
from games.rules.fair_deal import deal

_SLOTS = {2: 2, 3: 2, 4: 3, 5: 4, 6: 4}
"""Number of open businesses by number of players (2.1)."""

_DEALT = 5

_Verb = Callable[[Table, Seat, Move, Shuffle, list[Happened]], None]

_IN_TURN: dict[str, _Verb] = {
    "draw": actions.draw,
    "play": actions.play,
    "liquidation": actions.liquidation,
    "raid": actions.raid,
    "limousine": actions.limousine,
    "revolver": actions.revolver,
    "bribery": actions.bribery,
    "end": shootout.end,
    "resolve": shootout.resolve,
}
_VERBS = _IN_TURN | {"send": shootout.send, "decline": shootout.decline, "resign": shootout.resign}

_SEALING = frozenset(("draw", "raid", "bribery", "end", "send", "decline", "resolve", "resign"))


class State(Rows, contract.State):
    """The state of a game; ``started`` counts the turns, and ``active`` is to move unless there is a tie."""

    __slots__ = ()

    @classmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        state = cls(options, seats)
        state.pile = state.shuffled(TILES, shuffle)
        state.street = [Business(state.pile.pop(), [[] for _ in range(seats)]) for _ in range(_SLOTS[seats])]
        state.deck = state.shuffled(CARDS if options["specials"] else GANGSTERS, shuffle)
        first = int(state.shuffled([str(seat) for seat in range(seats)], shuffle)[-1])
        deal(state.deck, state.hands[first:] + state.hands[:first], _DEALT)
        state.hands = [canonical(hand) for hand in state.hands]
        events: list[Happened] = [("dealt", "2.2", None, {"first": first}, {})]
        shootout.begin_turn(state, first, shuffle, events)
        return state, [Event(*happened) for happened in events]

    @classmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        state = cls(options, seats)
        state.refill(pieces, facts)
        return state

    @property
    def outcome(self) -> Outcome | None:
        return self.result

    @property
    def turn(self) -> int:
        """A number that increases with every turn, every round of a tie, and every decided tie."""
        return self.asked

    def legal_moves(self, seat: Seat) -> list[str]:
        if seat not in self.to_move:
            return []
        return legal.moves_in_turn(self, seat) if self.tie is None else legal.answers(self, seat)

    def make(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Happened]:
        understood = understand(move)
        if self.result is not None:
            raise Illegal("over", "8.1")
        if seat in self.out or not 0 <= seat < self.seats:
            raise Illegal("not_playing", "8.5")
        events: list[Happened] = []
        if understood.verb in _IN_TURN:
            self._need_turn(seat, understood)
        _VERBS[understood.verb](self, seat, understood, shuffle, events)
        return events

    def _need_turn(self, seat: Seat, move: Move) -> None:
        if self.tie is not None:
            raise Illegal("tie_first", "6.4", seats=self.tie.waiting)
        if seat != self.active:
            raise Illegal("not_your_turn", "3.1", active=self.active)
        if self.must_choose and move.verb != "resolve":
            raise Illegal("order_first", "6.1")

    def view(self, seat: Seat | None) -> View:
        return visibility.see(self, seat, [] if seat is None else self.legal_moves(seat), reveal_all=False)

    def look_back(self, seat: Seat | None, *, reveal_all: bool) -> View:
        return replace(visibility.see(self, seat, [], reveal_all=reveal_all), past=True, reveal_all=reveal_all)

    def seen_by(self, viewer: Seat | None, piece: Piece) -> Piece:
        return visibility.seen_by(self, viewer, piece)

    def known_facts(self, viewer: Seat | None, hidden: Mapping[str, str]) -> dict[str, Any]:
        """Return the facts, but do not tell a viewer which other tied seats have sent no gangster (6.4)."""
        return visibility.known_facts(super().known_facts(viewer, hidden), viewer)

    def commits(self, seat: Seat, move: str) -> bool:
        """Return whether the move is final.

        All moves are final except plays, limousines, revolvers and liquidations of open cards.
        """
        try:
            understood = understand(move)
        except Illegal:
            return True
        if understood.verb == "liquidation":
            return self._lies_face_down(understood)
        return understood.verb in _SEALING

    def _lies_face_down(self, move: Move) -> bool:
        columns = next((business.columns for _, business in self.open() if business.tile == move.business), [])
        return any(column[-1] in self.down for column in columns[move.target : move.target + 1] if column)

    @property
    def following(self) -> Seat | None:
        """The next player in turn order (3.1). It is open while tied players answer (6.4)."""
        if self.result is not None or self.tie is not None:
            return None
        return next((seat for seat in self.clockwise() if seat != self.active), None)

    def forced_move(self, seat: Seat) -> str | None:
        """Return ``end`` if the active player has no actions left, as all players can see (3.5); otherwise None."""
        free = self.tie is None and self.result is None and seat == self.active
        done = free and not self.due and not self.extra and len(self.hands[seat]) <= HAND
        return "end" if done else None

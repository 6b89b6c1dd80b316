"""A state for games with cards in zones; it implements pieces, facts, refusals and turns."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Self

from games.rules.contract import (
    HAND,
    OPENS,
    RESIGN,
    Event,
    Happened,
    Illegal,
    Options,
    Outcome,
    Piece,
    Seat,
    Shuffle,
    State,
    View,
    over,
)

_FACTS = ("turn", "shuffles", "out", "ending")


class PlainState(State):
    """The state of a game with cards in zones.

    ``piles`` are the zones of the table, ``own`` the zones of each player; the last card of a zone is on top. ``deal``
    sets the game's facts. The game is over once ``ending`` is one of its reasons. All zones of a player except the hand
    are open.
    """

    PILES: ClassVar[Mapping[str, bool]]
    """The zones of the table; the value is True if their cards are open."""
    OWN: ClassVar[tuple[str, ...]] = ()
    """The open zones of each player, in addition to the hand."""
    FACTS: ClassVar[tuple[str, ...]] = ()
    """Attributes stored as facts, as JSON, in addition to turn, shuffles, out and ending."""
    PARAGRAPHS: ClassVar[Mapping[str, str]] = {}
    """The paragraphs of the rules for turns, resignations, the end and each refusal; by default the first one."""

    turn = 0

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = dict(options), seats
        self.piles: dict[str, list[str]] = {zone: [] for zone in self.PILES}
        self.own: dict[str, list[list[str]]] = {zone: [[] for _ in range(seats)] for zone in (HAND, *self.OWN)}
        self.shuffles = 0
        self.out: list[Seat] = []
        self.ending = ""

    @property
    def hands(self) -> list[list[str]]:
        return self.own[HAND]

    @property
    def playing(self) -> list[Seat]:
        """The seats that have not resigned."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def after(self, seat: Seat) -> Seat:
        """Return the next seat clockwise that has not resigned."""
        return min(self.playing, key=lambda other: (other - seat - 1) % self.seats)

    @classmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        state = cls(options, seats)
        return state, [Event(*happened) for happened in (*state.deal(shuffle), *state._opened(frozenset()))]

    @abstractmethod
    def deal(self, shuffle: Shuffle) -> list[Happened]:
        """Set the facts and deal the first hands. Return the events."""

    @abstractmethod
    def act(self, seat: Seat, verb: str, words: Sequence[str], shuffle: Shuffle) -> list[Happened]:
        """Make a legal move, split into its first word and the other words. Return the events."""

    @abstractmethod
    def leave(self, seat: Seat) -> list[Happened]:
        """Put away the cards of a player who has resigned. Return any events after the resignation."""

    @abstractmethod
    def scores(self) -> Sequence[int]:
        """Return the final score of each seat; the highest score among the seats that have not resigned wins."""

    def go_on(self, shuffle: Shuffle) -> list[Happened]:
        """Carry out everything that automatically follows a move or resignation. Return the events."""
        return []

    def refused(self, seat: Seat, move: str) -> str:
        """Return the code of the refusal for an illegal move by a seat to move."""
        return "not_legal"

    def shuffled(self, cards: Iterable[str], order: Sequence[str], shuffle: Shuffle) -> list[str]:
        """Return the shuffled cards, the top card last; ``order`` is the canonical order."""
        self.shuffles += 1
        return shuffle(sorted(cards, key=order.index))[::-1]

    def make(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Happened]:
        """Make a move, and begin the turns of the seats that are then to move.

        A seat that was already to move and has not moved keeps its turn.
        """
        if self.ending or seat not in self.playing:
            raise self._illegal("over" if self.ending else "not_playing")
        if move != RESIGN and seat not in self.to_move:
            raise self._illegal("not_your_turn")
        if move != RESIGN and move not in self.legal_moves(seat):
            raise self._illegal(self.refused(seat, move))
        waiting = self.to_move - {seat}
        if move == RESIGN:
            self.out = sorted([*self.out, seat])
            events = [("resigned", self._paragraph("resigned"), seat, {}, {}), *self.leave(seat)]
        else:
            verb, *words = move.split()
            events = self.act(seat, verb, words, shuffle)
        if len(self.playing) == 1:
            self.ending = "resignation"
        elif not self.ending:
            events += self.go_on(shuffle)
        if self.outcome is not None:
            return [*events, over(self.outcome, self._paragraph("over"))]
        return events + self._opened(waiting)

    def _opened(self, waiting: frozenset[Seat]) -> list[Happened]:
        new = sorted(self.to_move - waiting)
        self.turn += bool(new)
        return [(OPENS, self._paragraph(OPENS), seat, {"turn": self.turn}, {}) for seat in new]

    def _illegal(self, code: str) -> Illegal:
        return Illegal(code, self._paragraph(code))

    def _paragraph(self, code: str) -> str:
        return self.PARAGRAPHS.get(code, "1")

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None before the end.

        The winners are the seats with the highest score among those that have not resigned.
        """
        if not self.ending:
            return None
        scores = tuple(self.scores())
        best = max(scores[seat] for seat in self.playing)
        return Outcome(tuple(seat for seat in self.playing if scores[seat] == best), self.ending, scores)

    def pieces(self) -> list[Piece]:
        piles = [(zone, None, pile, self.PILES[zone]) for zone, pile in self.piles.items()]
        own = [(zone, seat, pile, zone != HAND) for zone, rows in self.own.items() for seat, pile in enumerate(rows)]
        return [
            Piece("card", code, zone, seat, index=0 if zone == HAND else index, face_up=is_open)
            for zone, seat, pile, is_open in (*piles, *own)
            for index, code in enumerate(pile)
        ]

    def facts(self) -> dict[str, Any]:
        return {name: deepcopy(getattr(self, name)) for name in (*_FACTS, *self.FACTS)}

    @classmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        state = cls(options, seats)
        for name in (*_FACTS, *cls.FACTS):
            setattr(state, name, deepcopy(facts[name]))
        for piece in sorted(pieces, key=lambda piece: piece.index):
            pile = state.piles[piece.zone] if piece.seat is None else state.own[piece.zone][piece.seat]
            pile.append(piece.code)
        return state

    @classmethod
    def seen(cls, view: View) -> Self:
        """Return the state as a viewer knows it, with placeholders for hidden cards."""
        return cls.restore(view.options, len(view.seats), view.pieces, view.facts)

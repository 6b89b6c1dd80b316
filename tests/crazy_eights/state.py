"""Crazy Eights, the engine: match the top card or name a suit with an eight, and be the first without cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from games.rules import contract
from games.rules.contract import HAND, OPENS, Event, Happened, Illegal, Options, Outcome, Piece, Seat, Shuffle
from games.rules.dealing import deal

RANKS, SUITS = "A23456789TJQK", "cdhs"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
_FACTS = ("turn", "active", "suit", "passes", "shuffles", "out", "ending")
POINTS = {card: 50 if card[0] == "8" else min(10, 1 + RANKS.index(card[0])) for card in CARDS}
"""What a card left in hand costs at the end (4)."""


class State(contract.State):
    """One game; the tops of stock and pile are at the end, and ``suit`` is the one to match."""

    turn = 0

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = dict(options), seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.out: list[Seat] = []
        self.active = self.passes = self.shuffles = 0
        self.suit = self.ending = ""

    @classmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        """Deals seven cards each to two players, else five, and turns one up (1)."""
        state = cls(options, seats)
        state.stock = state._shuffled(CARDS, shuffle)
        deal(state.stock, state.hands, 7 if seats == 2 else 5)
        state.pile = [state.stock.pop()]
        state.suit = state.pile[0][1]
        return state, [Event(contract.DEALT, "1", None, {"card": state.pile[0]}), Event(OPENS, "2", 0, {"turn": 0})]

    def _shuffled(self, cards: Sequence[str], shuffle: Shuffle) -> list[str]:
        self.shuffles += 1
        return shuffle(sorted(cards, key=CARDS.index))[::-1]

    def pieces(self) -> list[Piece]:
        """Zones ``stock``, ``pile`` and ``hand``."""
        stock = [Piece("card", code, "stock", index=index) for index, code in enumerate(self.stock)]
        pile = [Piece("card", code, "pile", index=index, face_up=True) for index, code in enumerate(self.pile)]
        return stock + pile + [Piece("card", code, HAND, seat) for seat, hand in enumerate(self.hands) for code in hand]

    def facts(self) -> dict[str, Any]:
        """The seat to move, the suit to match, and counters."""
        return {name: getattr(self, name) for name in _FACTS} | {"out": [*self.out]}

    @classmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        """The state that these were taken from."""
        state = cls(options, seats)
        for name in _FACTS:
            setattr(state, name, facts[name])
        state.out = [*facts["out"]]
        for piece in sorted(pieces, key=lambda piece: piece.index):
            zone = state.stock if piece.zone == "stock" else state.pile
            (zone if piece.seat is None else state.hands[piece.seat]).append(piece.code)
        return state

    @property
    def to_move(self) -> frozenset[Seat]:
        """The seat to move."""
        return frozenset() if self.ending else frozenset((self.active,))

    @property
    def outcome(self) -> Outcome | None:
        """The fewest points left in hand win (4)."""
        if not self.ending:
            return None
        points = [sum(map(POINTS.__getitem__, hand)) for hand in self.hands]
        scores = [-400 if seat in self.out else -points[seat] for seat in range(self.seats)]  # -400: less than any hand
        return Outcome(tuple(s for s in range(self.seats) if scores[s] == max(scores)), self.ending, tuple(scores))

    def legal_moves(self, seat: Seat) -> list[str]:
        """All playable cards, an eight with each suit; if there is none ``draw``, else ``pass`` (2, 3)."""
        if seat not in self.to_move:
            return []
        plays = [move for card in sorted(self.hands[seat]) for move in self._plays(card)]
        return plays or (["draw"] if self.stock or len(self.pile) > 1 else ["pass"])

    def _plays(self, card: str) -> list[str]:
        if card[0] == "8":
            return [f"play {card} {suit}" for suit in SUITS]
        return [f"play {card}"] if card[0] == self.pile[-1][0] or card[1] == self.suit else []

    def make(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Happened]:
        """Makes a move; each is a whole turn."""
        if self.ending or seat in self.out or not 0 <= seat < self.seats:
            raise Illegal("over" if self.ending else "not_playing", "4")
        if move == contract.RESIGN:
            self.pile[:0], self.hands[seat] = sorted(self.hands[seat]), []
            self.out = sorted([*self.out, seat])
            return self._go_on([("resigned", "4", seat, {}, {})], handed_on=seat == self.active)
        if seat != self.active:
            raise Illegal("not_your_turn", "2", active=self.active)
        if move not in self.legal_moves(seat):
            raise Illegal("not_legal", "3", card=self.pile[-1], suit=self.suit)
        return self._go_on(self._made(seat, move.split(), shuffle), handed_on=True)

    def _made(self, seat: Seat, words: list[str], shuffle: Shuffle) -> list[Happened]:
        self.passes = self.passes + 1 if words == ["pass"] else 0
        if words[0] == "play":
            self.suit = words[-1][-1]
            self.hands[seat].remove(words[1])
            self.pile.append(words[1])
            return [("played", "2", seat, {"card": words[1], "suit": self.suit}, {})]
        if words == ["pass"]:
            return [("passed", "3", seat, {}, {})]
        events: list[Happened] = []
        if not self.stock:
            self.stock, self.pile = self._shuffled(self.pile[:-1], shuffle), self.pile[-1:]
            events.append(("reshuffled", "3", None, {}, {}))
        self.hands[seat].append(self.stock.pop())
        return [*events, (contract.DREW, "3", seat, {}, {seat: {"card": self.hands[seat][-1]}})]

    def _go_on(self, events: list[Happened], *, handed_on: bool) -> list[Happened]:
        playing = [seat for seat in range(self.seats) if seat not in self.out]
        if not self.hands[self.active] and self.active in playing:
            self.ending = "first out"
        elif len(playing) == 1 or self.passes == len(playing):
            self.ending = "resignation" if len(playing) == 1 else "blocked"
        if self.outcome is not None:
            return [*events, contract.over(self.outcome, "4")]
        if handed_on:
            self.turn += 1
            self.active = next(
                seat for seat in (*playing, *playing) if seat > self.active or self.active >= playing[-1]
            )
            events.append((OPENS, "2", self.active, {"turn": self.turn}, {}))
        return events

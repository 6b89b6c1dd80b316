"""Crazy Eights, the engine: match the top card or name a suit with an eight, and be the first without cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import contract
from games.rules.contract import Happened, Seat, Shuffle
from games.rules.fair_deal import deal
from games.rules.plain_state import PlainState

RANKS, SUITS = "A23456789TJQK", "cdhs"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
POINTS = {card: 50 if card[0] == "8" else min(10, 1 + RANKS.index(card[0])) for card in CARDS}
"""The cost of a card left in hand at the end (4)."""


class State(PlainState):
    """A game in progress: ``active`` is the seat to move, ``suit`` the suit to match."""

    PILES = {"stock": False, "pile": True}
    FACTS = ("active", "suit", "passes")
    PARAGRAPHS = {"turn": "2", "not_your_turn": "2", "not_legal": "3", "resigned": "4", "over": "4"}

    active = passes = 0
    suit = ""

    def deal(self, shuffle: Shuffle) -> list[Happened]:
        """Deal seven cards each to two players, otherwise five, and turn one card up (1)."""
        stock = self.piles["stock"] = self.shuffled(CARDS, CARDS, shuffle)
        deal(stock, self.hands, 7 if self.seats == 2 else 5)
        self.piles["pile"] = [stock.pop()]
        self.suit = self.piles["pile"][0][1]
        return [(contract.DEALT, "1", None, {"card": self.piles["pile"][0]}, {})]

    @property
    def to_move(self) -> frozenset[Seat]:
        return frozenset() if self.ending else frozenset((self.active,))

    def legal_moves(self, seat: Seat) -> list[str]:
        """Return all playable cards, an eight with each suit; without any, return ``draw``, or else ``pass`` (2, 3)."""
        if seat not in self.to_move:
            return []
        plays = [move for card in sorted(self.hands[seat]) for move in self._plays(card)]
        return plays or (["draw"] if self.piles["stock"] or len(self.piles["pile"]) > 1 else ["pass"])

    def _plays(self, card: str) -> list[str]:
        if card[0] == "8":
            return [f"play {card} {suit}" for suit in SUITS]
        return [f"play {card}"] if card[0] == self.piles["pile"][-1][0] or card[1] == self.suit else []

    def act(self, seat: Seat, verb: str, words: Sequence[str], shuffle: Shuffle) -> list[Happened]:
        """Make a move, which is a whole turn."""
        self.active = self.after(seat)
        self.passes = self.passes + 1 if verb == "pass" else 0
        if verb == "play":
            self.suit = words[-1][-1]
            self.hands[seat].remove(words[0])
            self.piles["pile"].append(words[0])
            return [("played", "2", seat, {"card": words[0], "suit": self.suit}, {})]
        if verb == "pass":
            return [("passed", "3", seat, {}, {})]
        events: list[Happened] = []
        if not self.piles["stock"]:
            *below, top = self.piles["pile"]
            self.piles = {"stock": self.shuffled(below, CARDS, shuffle), "pile": [top]}
            events.append(("reshuffled", "3", None, {}, {}))
        self.hands[seat].append(self.piles["stock"].pop())
        return [*events, (contract.DREW, "3", seat, {}, {seat: {"card": self.hands[seat][-1]}})]

    def leave(self, seat: Seat) -> list[Happened]:
        """Put the cards of a player who resigns under the discard pile (4)."""
        self.piles["pile"][:0], self.hands[seat] = sorted(self.hands[seat]), []
        self.active = self.after(seat) if seat == self.active else self.active
        return []

    def go_on(self, shuffle: Shuffle) -> list[Happened]:
        """End the game when a hand is empty, or no player can go on (4)."""
        if not all(self.hands[seat] for seat in self.playing):
            self.ending = "first out"
        elif self.passes == len(self.playing):
            self.ending = "blocked"
        return []

    def scores(self) -> list[int]:
        """Return each player's points left in hand as a loss (4). A resigned player loses more than any hand."""
        points = [sum(map(POINTS.__getitem__, hand)) for hand in self.hands]
        return [-400 if seat in self.out else -points[seat] for seat in range(self.seats)]

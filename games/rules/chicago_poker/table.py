"""The table of Chicago Poker, with the operations that all rules share (rules 1–4). The top of each pile is its end."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Self

from games.rules.chicago_poker.options import SEATS
from games.rules.chicago_poker.pieces import COLUMN, ORDER, SPECIALS, canonical
from games.rules.contract import Happened, Options, Outcome, Seat, Shuffle

_PLAIN = (
    "options", "seats", "english", "short", "chooses", "started", "active", "due", "extra", "shuffles", "quiet",
    "stalemate", "asked", "result",
)  # fmt: skip
_LISTS = ("pile", "deck", "discarded", "gone", "out", "takers", "markers")
_LISTS_PER_SEAT = ("hands", "controlled")
_place = ORDER.__getitem__
_special = frozenset(SPECIALS)
_NOBODY: frozenset[Seat] = frozenset()
_ONLY = [frozenset((seat,)) for seat in range(SEATS[-1])]


class Business:
    """An open tile with a column of cards per seat, in the order in which they were laid down."""

    __slots__ = ("columns", "tile")

    def __init__(self, tile: str, columns: list[list[str]]) -> None:
        self.tile, self.columns = tile, columns

    def copy(self) -> Business:
        return Business(self.tile, [column.copy() for column in self.columns])

    def cards(self) -> list[str]:
        return [card for column in self.columns for card in column]


class Tie:
    """A shootout decided by reinforcements (6.4): ``sent[seat]`` is None if the seat declined or wasn't asked."""

    __slots__ = ("seats", "sent", "slot")

    def __init__(self, slot: int, seats: list[Seat], sent: dict[Seat, str | None]) -> None:
        self.slot, self.seats, self.sent = slot, seats, sent

    def copy(self) -> Tie:
        return Tie(self.slot, self.seats.copy(), self.sent.copy())

    @property
    def waiting(self) -> list[Seat]:
        return [seat for seat in self.seats if seat not in self.sent]


class Table:
    __slots__ = (*_PLAIN, *_LISTS, *_LISTS_PER_SEAT, "street", "down", "seen", "tie")

    options: Options
    seats: int
    english: bool
    short: bool
    chooses: bool  # whether players choose the order of their shootouts (6.1)
    started: int  # number of turns
    active: Seat
    due: int
    extra: int
    shuffles: int
    quiet: int  # consecutive turns without an action (8.4); -1 once this turn has had one
    stalemate: bool  # whether the stalemate of 8.4 is being resolved
    asked: int  # number of turns, rounds of ties and decided ties
    result: Outcome | None
    pile: list[str]
    deck: list[str]
    discarded: list[str]  # oldest first
    gone: list[str]
    out: list[Seat]  # ascending
    takers: list[Seat]  # of every tile taken, in order
    markers: list[tuple[int, Seat]]  # slot and seat, oldest first
    hands: list[list[str]]
    controlled: list[list[str]]
    street: list[Business | None]
    down: set[str]  # face-down cards
    seen: dict[str, frozenset[Seat]]  # the seats that know a face-down card from a raid (5.3)
    tie: Tie | None

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = dict(options), seats
        self.english, self.short = options["edition"] == "english", options["short"]
        self.chooses = options["shootout_order"] == "choice"
        self.started = self.active = self.due = self.extra = self.shuffles = self.quiet = self.asked = 0
        self.stalemate, self.result, self.tie = False, None, None
        for name in _LISTS:
            setattr(self, name, [])
        self.hands, self.controlled = [[] for _ in range(seats)], [[] for _ in range(seats)]
        self.street, self.down, self.seen = [], set(), {}

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name).copy())
        for name in _LISTS_PER_SEAT:
            setattr(twin, name, [held.copy() for held in getattr(self, name)])
        twin.street = [business and business.copy() for business in self.street]
        twin.down, twin.seen = self.down.copy(), self.seen.copy()
        twin.tie = self.tie and self.tie.copy()
        return twin

    @property
    def to_move(self) -> frozenset[Seat]:
        """The active player, or the tied players who have not answered (6.4). It is empty when the game is over."""
        if self.result is not None:
            return _NOBODY
        return _ONLY[self.active] if self.tie is None else frozenset(self.tie.waiting)

    @property
    def phase(self) -> str:
        """The phase of the game: ``turn``, ``tie``, ``order`` (of shootouts) or ``over``."""
        if self.result is not None:
            return "over"
        return "tie" if self.tie is not None else "order" if self.must_choose else "turn"

    @property
    def must_choose(self) -> bool:
        """Whether the active player must choose which of several shootouts comes first (6.1)."""
        return self.chooses and len(self.called()) > 1

    def called(self) -> list[int]:
        """Return the slots of the active player's shootouts that are due, the oldest marker first (6.1).

        They come before any action, so a marker set in the turn itself is not due.
        """
        if self.quiet < 0 or self.stalemate:
            return []
        return [slot for slot, seat in self.markers if seat == self.active]

    def playing(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def clockwise(self) -> list[Seat]:
        """Return the seats still in the game in turn order, the active player first."""
        return [seat for seat in [*range(self.active, self.seats), *range(self.active)] if seat not in self.out]

    def open(self) -> Iterable[tuple[int, Business]]:
        return [(slot, business) for slot, business in enumerate(self.street) if business is not None]

    def gangsters(self, seat: Seat) -> int:
        """Return the number of gangsters in a hand; they come first in canonical order."""
        hand = self.hands[seat]
        number = len(hand)
        while number and hand[number - 1] in _special:
            number -= 1
        return number

    def shuffled(self, pieces: Sequence[str], shuffle: Shuffle) -> list[str]:
        """Shuffle the pieces (in canonical order) and return them with the top at the end. Count the shuffle."""
        self.shuffles += 1
        return shuffle(pieces)[::-1]

    def take(self, seat: Seat, card: str) -> None:
        insort(self.hands[seat], card, key=_place)

    def draw(self, seat: Seat, paragraph: str, shuffle: Shuffle, events: list[Happened]) -> None:
        """Draw the top card into the hand, reshuffling the discards if needed. Do nothing if there are no cards."""
        if not self.deck:
            if not self.discarded:
                return
            self.deck = self.shuffled(canonical(self.discarded), shuffle)
            self.discarded = []
            events.append(("reshuffled", "4.1", None, {}, {}))
        card = self.deck.pop()
        insort(self.hands[seat], card, key=_place)
        events.append(("drew", paragraph, seat, {}, {seat: {"card": card}}))

    def discard(self, cards: Iterable[str]) -> list[str]:
        """Discard cards together in canonical order (records.md 3), and return them in this order."""
        ordered = canonical(cards)
        self.discarded += ordered
        self.forget(ordered)
        return ordered

    def forget(self, cards: Sequence[str]) -> None:
        """Forget the facing of cards that leave a column, and which seats had seen them (5.3)."""
        self.down.difference_update(cards)
        if self.seen:
            for card in cards:
                self.seen.pop(card, None)

    def lay(self, seat: Seat, slot: int, business: Business, card: str, up: bool) -> bool:
        """Add a card to a column. Return whether it was the fifth card, which sets a marker (4.3)."""
        column = business.columns[seat]
        column.append(card)
        if not up:
            self.down.add(card)
        if len(column) < COLUMN:
            return False
        self.markers.append((slot, seat))
        return True

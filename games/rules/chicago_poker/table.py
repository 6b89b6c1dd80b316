"""The table of Chicago Poker, and the operations that all rules use (rules 1–4). Piles have their top at the end."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Self

from games.rules.chicago_poker.options import SEATS
from games.rules.chicago_poker.pieces import COLUMN, ORDER, SPECIALS, canonical
from games.rules.contract import Happened, Options, Outcome, Seat, Shuffle

_PLAIN = (
    "options", "seats", "english", "short", "started", "active", "due", "extra", "shuffles", "quiet", "stalemate",
    "asked", "result",
)  # fmt: skip
_LISTS = ("pile", "deck", "discarded", "gone", "out", "takers", "markers")
_LISTS_PER_SEAT = ("hands", "controlled")
_place = ORDER.__getitem__
_special = frozenset(SPECIALS)
_NOBODY: frozenset[Seat] = frozenset()
_ONLY = [frozenset((seat,)) for seat in range(SEATS[-1])]


class Business:
    """An open tile with a column of cards per seat, in the order laid down."""

    __slots__ = ("columns", "tile")

    def __init__(self, tile: str, columns: list[list[str]]) -> None:
        self.tile, self.columns = tile, columns

    def copy(self) -> Business:
        return Business(self.tile, [column.copy() for column in self.columns])

    def cards(self) -> list[str]:
        """Return all cards there, seat by seat."""
        return [card for column in self.columns for card in column]


class Tie:
    """A shootout decided by reinforcements (6.4): ``sent[seat]`` is None for seats that declined or were not asked."""

    __slots__ = ("seats", "sent", "slot")

    def __init__(self, slot: int, seats: list[Seat], sent: dict[Seat, str | None]) -> None:
        self.slot, self.seats, self.sent = slot, seats, sent

    def copy(self) -> Tie:
        return Tie(self.slot, self.seats.copy(), self.sent.copy())

    @property
    def waiting(self) -> list[Seat]:
        """The seats that have not answered yet."""
        return [seat for seat in self.seats if seat not in self.sent]


class Table:
    """The cards, tiles and further facts of a game going on."""

    __slots__ = (*_PLAIN, *_LISTS, *_LISTS_PER_SEAT, "street", "down", "seen", "tie")

    options: Options
    seats: int
    english: bool
    short: bool
    started: int  # turns
    active: Seat
    due: int
    extra: int
    shuffles: int
    quiet: int  # turns running that ended without an action (8.4); -1 once this turn has had one
    stalemate: bool  # whether 8.4 is being carried out
    asked: int  # how often a player was newly to move
    result: Outcome | None
    pile: list[str]
    deck: list[str]
    discarded: list[str]  # oldest first
    gone: list[str]
    out: list[Seat]  # ascending
    takers: list[Seat]  # of each tile taken so far
    markers: list[tuple[int, Seat]]  # slot and seat, oldest first
    hands: list[list[str]]
    controlled: list[list[str]]
    street: list[Business | None]
    down: set[str]  # face-down cards
    seen: dict[str, frozenset[Seat]]  # seats that know a face-down card by a raid (5.3)
    tie: Tie | None

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = dict(options), seats
        self.english, self.short = options["edition"] == "english", options["short"]
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
        """The active player, or the tied ones who have not answered (6.4); empty when the game is over."""
        if self.result is not None:
            return _NOBODY
        return _ONLY[self.active] if self.tie is None else frozenset(self.tie.waiting)

    @property
    def phase(self) -> str:
        """``turn``, ``tie`` or ``over``."""
        return "over" if self.result is not None else "turn" if self.tie is None else "tie"

    def playing(self) -> list[Seat]:
        """Return the seats still in the game."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def clockwise(self) -> list[Seat]:
        """Return the seats still in the game in turn order, the active player first."""
        order = [*range(self.active, self.seats), *range(self.active)]
        return [seat for seat in order if seat not in self.out]

    def open(self) -> Iterable[tuple[int, Business]]:
        """Return the open businesses with their slots."""
        return [(slot, business) for slot, business in enumerate(self.street) if business is not None]

    def gangsters(self, seat: Seat) -> int:
        """Return how many gangsters a hand holds: it is in canonical order, so they come first."""
        hand = self.hands[seat]
        number = len(hand)
        while number and hand[number - 1] in _special:
            number -= 1
        return number

    def shuffled(self, pieces: Sequence[str], shuffle: Shuffle) -> list[str]:
        """Return the pieces (in canonical order) shuffled, their top at the end; count the shuffle."""
        self.shuffles += 1
        return shuffle(pieces)[::-1]

    def take(self, seat: Seat, card: str) -> None:
        """Put a card into a hand."""
        insort(self.hands[seat], card, key=_place)

    def draw(self, seat: Seat, paragraph: str, shuffle: Shuffle, events: list[Happened]) -> None:
        """Draw the top card into the hand, after shuffling the discard pile if need be; nothing if none is left."""
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
        """Discard cards together in canonical order (record.md 3), and return them so."""
        ordered = canonical(cards)
        self.discarded += ordered
        self.forget(ordered)
        return ordered

    def forget(self, cards: Sequence[str]) -> None:
        """Forget the facing of cards that leave a column, and the seats that knew them (5.3)."""
        self.down.difference_update(cards)
        if self.seen:
            for card in cards:
                self.seen.pop(card, None)

    def lay(self, seat: Seat, slot: int, business: Business, card: str, up: bool) -> bool:
        """Put a card at the end of a column; return whether it was the fifth, which sets a marker (4.3)."""
        column = business.columns[seat]
        column.append(card)
        if not up:
            self.down.add(card)
        if len(column) < COLUMN:
            return False
        self.markers.append((slot, seat))
        return True

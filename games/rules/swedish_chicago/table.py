"""The table of Swedish Chicago, with the operations that all rules share (rules 1, 2.3).

The top card of the stock is the last one.
"""

from bisect import insort
from collections.abc import Sequence
from typing import NamedTuple, Self

from games.rules.contract import Happened, Options, Outcome, Seat, Shuffle
from games.rules.swedish_chicago.options import SEATS
from games.rules.swedish_chicago.pieces import canonical, place_of

PARTS = 3

_PLAIN = (
    "options", "seats", "target", "together", "limit", "phase", "part", "hand", "dealer", "shuffles", "declarer",
    "leader", "open", "asked", "called", "result",
)  # fmt: skip
_LISTS = ("scores", "made", "stopped", "stock", "discards", "due", "out", "trick", "tricks")
_LISTS_OF_LISTS = ("hands", "records", "shown", "played", "said", "thrown", "thrown_cards")

ROUNDS = frozenset(("exchange", "announce", "quads", "chicago"))
"""The phases in which several players answer in turn or, with ``together``, all at once."""


_NOBODY: frozenset[Seat] = frozenset()
_ONLY = [frozenset((seat,)) for seat in range(SEATS[-1])]
_AFTER = [[[(seat + step) % seats for step in range(1, seats + 1)] for seat in range(seats)] for seats in range(7)]
"""All seats clockwise after a seat, which comes last; by number of seats and by seat."""


class Open(NamedTuple):
    """An open card that ``seat`` can take or refuse, and the card thrown for it (7.6)."""

    seat: Seat
    thrown: str
    card: str


class Record(NamedTuple):
    """An announced combination; its player must reveal it before breaking it (2.4)."""

    type: str
    cards: tuple[str, ...]


class Table:
    __slots__ = (*_PLAIN, *_LISTS, *_LISTS_OF_LISTS, "sealed")

    options: Options
    seats: int
    target: int  # the score that ends the game after a hand (6.1)
    together: bool
    limit: int  # maximum number of cards in an exchange
    phase: str  # named as in records.md 3, but never "over"
    part: int
    hand: int  # number of hands dealt
    dealer: Seat
    shuffles: int
    declarer: Seat | None
    leader: Seat | None
    open: Open | None
    asked: int  # number of times that turns were opened; simultaneous turns count once
    called: bool  # whether the turns of the players to move have been opened
    result: Outcome | None
    scores: list[int]
    made: list[Seat]  # ascending: seats that have made a Chicago in this game
    stopped: list[Seat]  # ascending: seats that can't exchange in this hand
    stock: list[str]
    discards: list[str]  # in the order of discarding
    due: list[Seat]  # seats still to act in this round or trick, in order
    out: list[Seat]  # ascending
    trick: list[tuple[str, Seat]]
    tricks: list[int]
    hands: list[list[str]]
    records: list[list[Record]]  # per seat, those not yet revealed
    shown: list[list[str]]
    played: list[list[str]]
    said: list[list[str | None]]  # per part, per seat
    thrown: list[list[int | None]]  # per part, per seat: number of cards thrown
    thrown_cards: list[list[str]]  # per seat, those still discarded; [] in a hand stored before this field existed
    sealed: dict[Seat, str]

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = dict(options), seats
        self.target, self.limit = int(options["target"]), int(options["throw_limit"])
        self.together = options["together"]
        self.phase, self.part = "exchange", 1
        self.hand = self.dealer = self.shuffles = self.asked = 0
        self.declarer = self.leader = self.open = self.result = None
        self.called = True
        self.made, self.out = [], []
        self.scores = [0] * seats
        self.clear()

    def clear(self) -> None:
        self.stopped, self.stock, self.discards, self.due, self.trick = [], [], [], [], []
        self.tricks = [0] * self.seats
        self.hands, self.played = [[] for _ in range(self.seats)], [[] for _ in range(self.seats)]
        self.records, self.shown = [[] for _ in range(self.seats)], [[] for _ in range(self.seats)]
        self.said = [[None] * self.seats for _ in range(PARTS)]
        self.thrown = [[None] * self.seats for _ in range(PARTS)]
        self.thrown_cards = [[] for _ in range(self.seats)]
        self.declarer = self.leader = self.open = None
        self.sealed = {}

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name).copy())
        for name in _LISTS_OF_LISTS:
            setattr(twin, name, [inner.copy() for inner in getattr(self, name)])
        twin.sealed = self.sealed.copy()
        return twin

    @property
    def to_move(self) -> frozenset[Seat]:
        """The first due player, or all players who must still seal an answer (7). It is empty when the game is over."""
        if self.result is not None:
            return _NOBODY
        return frozenset(self.waiting()) if self.is_sealing() else _ONLY[self.due[0]]

    @property
    def told_phase(self) -> str:
        """The phase, or "over" when the game is over (records.md 3)."""
        return self.phase if self.result is None else "over"

    def after(self, seat: Seat) -> list[Seat]:
        """Return the seats still in the game, clockwise after ``seat``, which comes last unless it has resigned."""
        order = _AFTER[self.seats][seat]
        return [each for each in order if each not in self.out] if self.out else order.copy()

    def order(self) -> list[Seat]:
        """Return the table order (1.3): from the dealer's left to the dealer."""
        return self.after(self.dealer)

    def enter(self, phase: str, due: list[Seat]) -> None:
        """Begin the next phase or trick; ``due`` are the seats to act in it, in order."""
        self.phase, self.due, self.called = phase, due, False

    def done(self) -> None:
        """Remove the first due player, who has acted."""
        del self.due[0]
        self.called = False

    def is_sealing(self) -> bool:
        """Return whether answers are currently sealed (option ``together``)."""
        return self.together and self.phase in ROUNDS

    def waiting(self) -> list[Seat]:
        """Return the seats to move.

        This is the first due seat; while answers are sealed, all due seats without a sealed answer, in ascending order.
        """
        if self.is_sealing():
            return sorted(seat for seat in self.due if seat not in self.sealed)
        return self.due[:1]

    def types_said(self) -> list[str]:
        return [said for said in self.said[self.part - 1] if said is not None and said != "pass"]

    def shuffled(self, pieces: Sequence[str], shuffle: Shuffle) -> list[str]:
        """Shuffle the pieces (in canonical order) and return them with the top piece last. Count the shuffle."""
        self.shuffles += 1
        return shuffle(pieces)[::-1]

    def next_card(self, shuffle: Shuffle, events: list[Happened]) -> str:
        """Draw and return the top card of the stock (2.3).

        If the stock is empty, first shuffle the discards into a new one.
        """
        if not self.stock:
            self.stock = self.shuffled(canonical(self.discards), shuffle)
            self.discards, self.thrown_cards = [], [[] for _ in self.thrown_cards]
            events.append(("reshuffled", "2.3", None, {}, {}))
        return self.stock.pop()

    def draw(self, number: int, shuffle: Shuffle, events: list[Happened]) -> list[str]:
        """Draw ``number`` cards from the stock, and return them in the order drawn (2.3)."""
        stock = self.stock
        if len(stock) < number:
            return [self.next_card(shuffle, events) for _ in range(number)]
        drawn = stock[: -number - 1 : -1]
        del stock[len(stock) - number :]
        return drawn

    def discard(self, seat: Seat, cards: Sequence[str]) -> None:
        """Add a player's thrown cards to the discards (2.1)."""
        self.discards += cards
        if self.thrown_cards:
            self.thrown_cards[seat] += cards

    def take(self, seat: Seat, card: str) -> None:
        insort(self.hands[seat], card, key=place_of)

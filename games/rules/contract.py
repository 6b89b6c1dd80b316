"""First part of a game's contract: pieces, events, views, states, and the engine.

A game is an :class:`Engine`, a ``presentation.Presentation`` and an ``automation.Automation``, combined in a
``game.Game``. Required methods are abstract; everything else has a default. Games are pure: they import only the
standard library, never read a clock, and get randomness only through ``shuffle``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from games.rules.placeholders import renamed
from games.rules.vocabulary import Option

Seat = int
"""A player's place at the table, 0…n−1 clockwise."""

Options = Mapping[str, Any]
"""All options of the game by name, including defaults; values are bool or str."""

Shuffle = Callable[[Sequence[str]], list[str]]
"""A function that takes pieces in canonical order and returns them in a new order, item 0 on top (records.md 1.5)."""

ANY = "any"
"""Value in a page's query that selects the first playable card, to guide players through their first hand."""


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation; it is translated when it is shown."""
    return message


class Illegal(Exception):
    """A malformed or illegal move; raised before anything has changed.

    ``code`` names the reason for ``Presentation.refusal``; ``paragraph`` is the number of the rule; ``details`` holds
    the seats, cards and numbers that the sentence needs.
    """

    def __init__(self, code: str, paragraph: str, **details: Any) -> None:
        super().__init__(code, paragraph, details)
        self.code, self.paragraph, self.details = code, paragraph, details


class BadOption(Exception):
    """An option that is unknown, missing or has a wrong value; ``reason`` is marked for translation where needed."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name, self.reason = name, reason


class Piece(NamedTuple):
    """The position of one card or tile: a row of the database.

    ``index`` counts from the bottom in a deck or pile (so that drawing the top card moves no other) and from the first
    card played in other zones; for an open tile it is the slot. ``seat`` is the holder of a card, the owner of its
    column or the controller of a tile. ``place`` is the tile beside which a card lies. Hands are unordered: their
    ``index`` is 0.
    """

    kind: str  # "card" or "tile"
    code: str
    zone: str
    seat: int | None = None
    place: str | None = None
    index: int = 0  # type: ignore[assignment]  # hides tuple.index, which is not used
    face_up: bool = False

    def hidden(self) -> Piece:
        return Piece(self.kind, HIDDEN, *self[2:])

    @property
    def is_hidden(self) -> bool:
        return self.code.startswith(HIDDEN)


HAND, DISCARD = "hand", "discard"
"""The zones for each player's hand and for the discarded cards, the same in every game."""

HIDDEN = "?"
"""Prefix of a hidden piece's code in a view; a number follows, so that facts can refer to it."""

OPENS, CLOSES, DEALT, DREW, RESIGNED, OVER = "turn", "ended", "dealt", "drew", "resigned", "over"
"""The kinds of event with the same meaning in every game; each game names all other kinds itself.

``turn``: the turn of ``seat`` begins. ``ended``: the turn ends; games whose turns are single moves need not emit it.
``dealt``: every player still in the game gets a hand from a freshly shuffled deck (``fair_deal.deal``); the ``card`` or
``cards`` in the details, if any, were then turned up. ``drew``: ``seat`` draws from the top of the deck the ``card`` or
``cards`` in ``private[seat]`` (or ``details``), in that order. ``resigned``: ``seat`` has left the game, on turn or
not. ``over``: the game ends, with the outcome's ``winners``, ``reason`` and ``scores`` as details. The ``turn`` events
of simultaneous turns follow each other directly and are shown as one. Lists in an event must not depend on the stored
order of unordered collections (a hand).
"""

RESIGN, END = "resign", "end"
"""``resign``: the seat leaves the game for good, on turn or not. ``end``: the seat ends its turn."""


@dataclass(slots=True)
class Event:
    """One event of a game. ``details`` are public; ``private[seat]`` adds details that only this seat may know."""

    kind: str
    paragraph: str
    seat: Seat | None = None
    details: dict[str, Any] = field(default_factory=dict)
    private: dict[Seat, dict[str, Any]] = field(default_factory=dict)


Happened = tuple[str, str, Seat | None, dict[str, Any], dict[Seat, dict[str, Any]]]
"""The fields of an :class:`Event`.

The object is built only when needed, because simulated moves rarely need it.
"""


def redact(event: Event, viewer: Seat | None) -> Event:
    """Return the event with its public details and those that only ``viewer`` may know.

    ``viewer`` is None for a spectator.
    """
    own = event.private.get(viewer, {}) if viewer is not None else {}
    return Event(event.kind, event.paragraph, event.seat, event.details | own)


def lay_open(event: Event) -> Event:
    """Return the event with everyone's private details, for games that no longer hide anything."""
    known = {name: value for details in event.private.values() for name, value in details.items()}
    return Event(event.kind, event.paragraph, event.seat, event.details | known)


class Outcome(NamedTuple):
    """The result of a game.

    ``winners`` are in ascending order; a draw has none. In records, ``extra`` comes last.
    """

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...]
    extra: Mapping[str, Any] = {}

    def to_json(self) -> dict[str, Any]:
        """Return the outcome in the format of records and positions (records.md 2)."""
        return {"winners": [*self.winners], "reason": self.reason, "scores": [*self.scores], **self.extra}


def over(outcome: Outcome, paragraph: str) -> Happened:
    return OVER, paragraph, None, outcome.to_json(), {}


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player as known to a viewer.

    ``hand`` (codes) is None if it is hidden. ``out`` marks players who have left for good.
    """

    seat: Seat
    hand_size: int
    hand: tuple[str, ...] | None
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that ``seat`` (None: a spectator) may know about a game, and nothing else.

    Games may add fields. ``pieces`` and ``facts`` are those of the state, with placeholders (:data:`HIDDEN`) for parts
    hidden from this viewer; games that show them in other fields may omit them except in :meth:`State.full_view`.
    ``legal`` is empty unless the viewer is to move. ``past`` marks a view for replays; with ``reveal_all``, the view
    also shows cards that players kept hidden at that point of the game.
    """

    seat: Seat | None
    options: Options
    seats: tuple[SeatView, ...]
    to_move: tuple[Seat, ...]
    legal: tuple[str, ...]
    outcome: Outcome | None
    pieces: tuple[Piece, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    past: bool = False
    reveal_all: bool = False


class State(ABC):
    """The state of a game, a mutable object.

    ``shuffles`` is the number of shuffles so far; ``out`` lists the seats that have left.
    """

    __slots__ = ()

    LATER_FACTS: ClassVar[frozenset[str]] = frozenset()
    """Facts that may be missing from rows stored by earlier versions."""

    options: Options
    seats: int
    shuffles: int
    out: list[Seat]

    @classmethod
    @abstractmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        """Set up and deal a game with checked options. Return the state and the events."""

    @property
    @abstractmethod
    def to_move(self) -> frozenset[Seat]:
        """All seats with a decision to make. It is empty when the game is over."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """A number that increases with every turn, for rules such as "once per turn"."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The game's outcome, or None while it is running."""

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[str]:
        """Return all moves that ``seat`` may make now, except ``resign``. Later moves don't change the sequence."""

    @abstractmethod
    def make(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Happened]:
        """Make a move with all its consequences, and return the fields of its events.

        Raise `Illegal` before anything has changed if the move is not allowed.
        """

    def apply(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Event]:
        """Make a move and return its events. Raise `Illegal` as ``make`` does."""
        return [Event(*happened) for happened in self.make(seat, move, shuffle)]

    @abstractmethod
    def pieces(self) -> list[Piece]:
        """Return the positions of all cards and tiles."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Return the rest of the state, as JSON."""

    @classmethod
    @abstractmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        """Return the state with these pieces, in any order, and these facts."""

    def view(self, seat: Seat | None) -> View:
        return View(**self.known_to(seat))

    def full_view(self, seat: Seat | None) -> View:
        """Return ``view`` with ``pieces`` and ``facts``, from which ``Automation.determinize`` makes samples."""
        return replace(self.view(seat), **self.knowledge(seat, reveal_all=self.outcome is not None))

    def look_back(self, seat: Seat | None, *, reveal_all: bool) -> View:
        """Return ``view`` for a replay, without legal moves.

        With ``reveal_all``, the view also shows what players kept hidden.
        """
        known = self.known_to(seat, reveal_all=reveal_all) | {"legal": (), "past": True, "reveal_all": reveal_all}
        return replace(self.view(seat), **known)

    def known_to(self, viewer: Seat | None, *, reveal_all: bool = False) -> dict[str, Any]:
        """Return the fields of :class:`View`; a game's own view class needs further fields."""
        reveal_all = reveal_all or self.outcome is not None
        return {
            "seat": viewer,
            "options": dict(self.options),
            "seats": self._seats_known_to(viewer, reveal_all),
            "to_move": tuple(sorted(self.to_move)),
            "legal": tuple([] if viewer is None else self.legal_moves(viewer)),
            "outcome": self.outcome,
            **self.knowledge(viewer, reveal_all=reveal_all),
        }

    def _seats_known_to(self, viewer: Seat | None, reveal_all: bool) -> tuple[SeatView, ...]:
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        for piece in self.pieces():
            if piece.zone == HAND and piece.seat is not None:
                hands[piece.seat].append(piece.code)
        return tuple(
            SeatView(seat, len(hand), tuple(sorted(hand)) if reveal_all or seat == viewer else None, seat in self.out)
            for seat, hand in enumerate(hands)
        )

    def knowledge(self, viewer: Seat | None, *, reveal_all: bool = False) -> dict[str, Any]:
        """Return the pieces and facts known to ``viewer``; hidden pieces of one kind are indistinguishable."""
        located = []
        for piece in self.pieces():
            # Pieces that belong to no seat, such as a deck, stay hidden even if everything is revealed.
            seen = piece if reveal_all and piece.seat is not None else self.seen_by(viewer, piece)
            located.append((_place(seen), seen, piece.code))
        located.sort(key=itemgetter(0))
        known, hidden = [], {}
        for number, (_, seen, code) in enumerate(located):
            if seen.code == HIDDEN:
                hidden[code] = placeholder = f"{HIDDEN}{number}"
                seen = Piece(seen.kind, placeholder, *seen[2:])
            known.append(seen)
        return {"pieces": tuple(known), "facts": self.known_facts(viewer, hidden)}

    def seen_by(self, viewer: Seat | None, piece: Piece) -> Piece:
        """Return a piece as known to ``viewer``.

        The code is hidden unless the piece is face up or in the viewer's own hand.
        """
        own = piece.zone == HAND and piece.seat is not None and piece.seat == viewer
        return piece if piece.face_up or own else piece.hidden()

    def known_facts(self, viewer: Seat | None, hidden: Mapping[str, str]) -> dict[str, Any]:
        """Return the facts known to ``viewer``, with placeholders for ``hidden`` pieces. Override to hide facts."""
        known: dict[str, Any] = renamed(self.facts(), hidden)
        return known

    def commits(self, seat: Seat, move: str) -> bool:
        """Return whether the move can't be a draft, because it reveals something, ends the turn, or is malformed."""
        return True

    @property
    def following(self) -> Seat | None:
        """The seat that moves after the one to move, as all players know, or None if that is open."""
        return None

    def forced_move(self, seat: Seat) -> str | None:
        """Return a move that all players know to be a formality (``end`` with no action left), or None."""
        return None

    def forced_pass(self, seat: Seat) -> str | None:
        """Return the pass that is the seat's only move if only its player knows this, or None (practice tables)."""
        return None

    def position(self) -> dict[str, Any]:
        """Return the position in the format of records.md 3: by default, the codes in every zone, and the facts."""
        zones: dict[str, list[str]] = {}
        for piece in sorted(self.pieces(), key=_place):
            zone = piece.zone if piece.seat is None else f"{piece.zone} {piece.seat}"
            zones.setdefault(zone, []).append(piece.code)
        return {"pieces": zones, "facts": self.facts()}

    def copy(self) -> Self:
        return deepcopy(self)


def _place(piece: Piece) -> tuple[Any, ...]:
    kind, code, zone, seat, place, index, _ = piece
    return kind, zone, -1 if seat is None else seat, place or "", index, code


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Engine(Generic[S]):
    """A game's rules: name, number of players, options, pieces, and the class of its states."""

    VARIANT: ClassVar[str]
    NAME: ClassVar[str]
    """The game's name, marked for translation."""
    SEATS: ClassVar[range]
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    PIECES: ClassVar[tuple[str, ...]]
    """The codes of all cards and tiles, each kind in canonical order."""
    ZONES: ClassVar[tuple[str, ...]] = (HAND, DISCARD)
    """The zones that pieces can be in, for the API description."""
    REASONS: ClassVar[tuple[str, ...]]
    state_class: type[S]

    def complete(self, options: Options) -> dict[str, Any]:
        """Return the options of a record in the usual order, and the values of those that are younger than it."""
        known = {option.name: option.assumed for option in self.OPTIONS if option.assumed is not None} | dict(options)
        return {option.name: known.pop(option.name) for option in self.OPTIONS if option.name in known} | known

    def check_options(self, options: Options, seats: int) -> None:
        """Raise `BadOption` unless ``options`` has exactly the game's options, with values allowed for ``seats``."""
        if seats not in self.SEATS:
            raise BadOption("seats", f"{self.NAME} is for {self.SEATS[0]} to {self.SEATS[-1]} players")
        names = {option.name for option in self.OPTIONS}
        for each in options:
            if each not in names:
                raise BadOption(each, "no such option")
        for option in self.OPTIONS:
            if option.name not in options:
                raise BadOption(option.name, "missing")
            if not option.allows(options[option.name]):
                raise BadOption(option.name, "no such value")

    def packs(self, options: Options) -> Mapping[str, Sequence[str]]:
        """Return the pieces used with these options, by kind (``card``, ``tile``)."""
        return {"card": self.PIECES}

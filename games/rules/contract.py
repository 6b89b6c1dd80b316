"""The contract of a game, first part: pieces, events, views, and the engine that plays by the rules.

A game is a class that joins :class:`Engine` with ``presentation.Presentation`` and ``automation.Automation``
(:class:`games.rules.game.Game`). What a game has to write is abstract; everything else has a default. It is pure: the
standard library is all it may import, it never reads a clock and never makes a random choice of its own; chance comes
in as ``shuffle``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple, Self

from games.rules.vocabulary import Choice as Choice
from games.rules.vocabulary import Face as Face
from games.rules.vocabulary import HandRanking as HandRanking
from games.rules.vocabulary import Highlights as Highlights
from games.rules.vocabulary import Line as Line
from games.rules.vocabulary import Option as Option
from games.rules.vocabulary import Order as Order
from games.rules.vocabulary import OrderChoice as OrderChoice
from games.rules.vocabulary import Persona as Persona
from games.rules.vocabulary import Place as Place
from games.rules.vocabulary import Standing as Standing
from games.rules.vocabulary import Term as Term

Seat = int
"""A player's place at the table, 0…n−1 clockwise."""

Options = Mapping[str, Any]
"""Every option of the game by name, defaults too; true and false are bool, every other value is a string."""

Shuffle = Callable[[Sequence[str]], list[str]]
"""Takes pieces in canonical order and returns the same pieces in a new order, item 0 on top (record.md 1.5)."""

ANY = "any"
"""In a page's query in place of a card: the first that can be played, for somebody who sees his first hand."""


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation; whoever shows it translates it."""
    return message


class Illegal(Exception):
    """A move that was not understood or is not allowed. Raised before anything has changed.

    ``code`` names the reason for ``Rules.refusal``; ``paragraph`` is the rule's number; ``details`` holds the seats,
    cards and numbers that the sentence needs.
    """

    def __init__(self, code: str, paragraph: str, **details: Any) -> None:
        super().__init__(code, paragraph, details)
        self.code, self.paragraph, self.details = code, paragraph, details


class BadOption(Exception):
    """An option that is unknown, missing or has a value that it or the number of players does not allow.

    What whoever opens a table can bring about has a ``reason`` in words for him, marked for translation.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name, self.reason = name, reason


class Piece(NamedTuple):
    """Where one card or tile lies: a row of the database.

    ``index`` counts from the bottom in a deck or pile (so that taking the top one moves nothing else), from the first
    laid down elsewhere, and is the slot of a tile that lies open. ``seat`` is the holder, the column's owner or the
    tile's controller. ``place`` is the tile beside which a card lies. Hands have no order: their ``index`` is 0.
    """

    kind: str  # "card" or "tile"
    code: str
    zone: str
    seat: int | None = None
    place: str | None = None
    index: int = 0  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a row
    face_up: bool = False

    def hidden(self) -> Piece:
        """The piece as somebody knows it who may not know which it is."""
        return Piece(self.kind, HIDDEN, *self[2:])

    @property
    def is_hidden(self) -> bool:
        """Whether this is a piece in a view of somebody who may not know which it is."""
        return self.code.startswith(HIDDEN)


HAND = "hand"
"""The zone in which every game keeps the cards that a player holds."""

HIDDEN = "?"
"""How the code of a hidden piece begins in a view; a number follows, so that facts can refer to it."""

OPENS, CLOSES, DEALT, DREW, OVER = "turn", "ended", "dealt", "drew", "over"
"""The kinds of event that have a meaning in every game; everything else a game names as it likes.

``turn``: ``seat``'s turn begins. ``ended``: it ends; a game whose turns are one move need not emit it. ``dealt``:
everybody still in the game gets a hand, one card at a time, from a deck just shuffled. ``drew``: ``seat`` takes from
the top of the deck what ``private[seat]`` (or ``details``) has as ``card`` or ``cards``, in that order. ``over``: the
game ends, with its outcome's ``winners``, ``reason`` and ``scores`` as details.

Where several are asked at once, their turns begin one after the other with nothing between, and are told as one. The
lists in an event must not depend on the order in which a state keeps what has no order (a hand)."""

RESIGN, END = "resign", "end"
"""Moves with a meaning in every game: ``resign``, which every game has, makes its seat leave the game for good, on turn
or not. ``end``, where it is the only legal move, is made by the site after a while."""


@dataclass(slots=True)
class Event:
    """One thing that happened. ``details`` is for everybody, ``private[seat]`` adds what only that seat may know."""

    kind: str
    paragraph: str
    seat: Seat | None = None
    details: dict[str, Any] = field(default_factory=dict)
    private: dict[Seat, dict[str, Any]] = field(default_factory=dict)


def redact(event: Event, viewer: Seat | None) -> Event:
    """The event as ``viewer`` (None: a spectator) may know it, with nothing private left to leak."""
    own = event.private.get(viewer, {}) if viewer is not None else {}
    return Event(event.kind, event.paragraph, event.seat, event.details | own)


def lay_open(event: Event) -> Event:
    """The event with all that anybody knew of it, for a game in which nothing is hidden any more."""
    known = {name: value for details in event.private.values() for name, value in details.items()}
    return Event(event.kind, event.paragraph, event.seat, event.details | known)


class Outcome(NamedTuple):
    """How a game ended. ``winners`` ascend and are empty for a draw; ``extra`` goes into a record beside the scores."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...]
    extra: Mapping[str, Any] = {}


def over(outcome: Outcome, paragraph: str) -> Event:
    """The event with which every game ends."""
    details = {"winners": [*outcome.winners], "reason": outcome.reason, "scores": [*outcome.scores], **outcome.extra}
    return Event(OVER, paragraph, None, details)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a viewer may know of a player; ``hand`` (codes) is None while it is hidden. ``out``: has left for good."""

    seat: Seat
    hand_size: int
    hand: tuple[str, ...] | None
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that ``seat`` (None: a spectator) may know of a game, and nothing else: what the site reads of it.

    A game adds fields of its own, or is content with ``pieces`` and ``facts``: those of its state as this viewer may
    know them, with placeholders (:data:`HIDDEN`) for what is hidden. ``legal`` is empty for whoever is not to move.
    ``past``: looked back at in a replay; ``all_up``: with everything open, though it was not then.
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
    all_up: bool = False


class State(ABC):
    """A game going on: one mutable object.

    ``shuffles`` counts the shuffles made so far, ``out`` lists the seats that have left for good.
    """

    __slots__ = ()

    options: Options
    seats: int
    shuffles: int
    out: list[Seat]

    @classmethod
    @abstractmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        """Set up and deal. Options are taken as checked."""

    @property
    @abstractmethod
    def to_move(self) -> frozenset[Seat]:
        """Every seat that has a decision to make; empty when the game is over."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """A number that grows whenever somebody else is asked anew: what "once per turn" is counted by."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on."""

    @abstractmethod
    def legal_moves(self, seat: Seat) -> list[str]:
        """All moves that ``seat`` may make now, without ``resign``; none for whoever is not to move."""

    @abstractmethod
    def apply(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Event]:
        """Make a move with all its consequences. Raises Illegal before anything has changed."""

    @abstractmethod
    def pieces(self) -> list[Piece]:
        """Where every card and tile lies."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """The rest, as JSON."""

    @classmethod
    @abstractmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        """The state that gave these pieces, in whatever order, and facts."""

    def view(self, seat: Seat | None) -> View:
        """All that this viewer may know; None is a spectator."""
        return View(**self.known_to(seat))

    def look_back(self, seat: Seat | None, *, all_up: bool) -> View:
        """``view`` for a replay: no moves; ``all_up``, of a closed game, lays everything open."""
        known = self.known_to(seat, all_up=all_up) | {"legal": (), "past": True, "all_up": all_up}
        return replace(self.view(seat), **known)

    def known_to(self, viewer: Seat | None, *, all_up: bool = False) -> dict[str, Any]:
        """The fields of :class:`View`, for a game that makes its own view."""
        all_up = all_up or self.outcome is not None
        legal = [] if viewer is None else self.legal_moves(viewer)
        return {
            "seat": viewer,
            "options": dict(self.options),
            "seats": self._seats_known_to(viewer, all_up),
            "to_move": tuple(sorted(self.to_move)),
            "legal": tuple(legal),
            "outcome": self.outcome,
            **self.knowledge(viewer, all_up=all_up),
        }

    def _seats_known_to(self, viewer: Seat | None, all_up: bool) -> tuple[SeatView, ...]:
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        for piece in self.pieces():
            if piece.zone == HAND and piece.seat is not None:
                hands[piece.seat].append(piece.code)
        return tuple(
            SeatView(seat, len(hand), tuple(sorted(hand)) if all_up or seat == viewer else None, seat in self.out)
            for seat, hand in enumerate(hands)
        )

    def knowledge(self, viewer: Seat | None, *, all_up: bool = False) -> dict[str, Any]:
        """The pieces and facts as ``viewer`` may know them; what is alike and hidden can't be told apart."""
        told = []
        for piece in self.pieces():
            # What nobody held, such as a deck, stays hidden for good.
            seen = piece if all_up and piece.seat is not None else self.seen_by(viewer, piece)
            told.append((_place(seen), seen, piece.code))
        told.sort(key=itemgetter(0))
        known, hidden = [], {}
        for number, (_, seen, code) in enumerate(told):
            if seen.code == HIDDEN:
                hidden[code] = placeholder = f"{HIDDEN}{number}"
                seen = Piece(seen.kind, placeholder, *seen[2:])
            known.append(seen)
        return {"pieces": tuple(known), "facts": self.known_facts(viewer, hidden)}

    def seen_by(self, viewer: Seat | None, piece: Piece) -> Piece:
        """A piece as ``viewer`` may know it: what lies face up and what they hold as it is, else with a hidden code."""
        own = piece.zone == HAND and piece.seat is not None and piece.seat == viewer
        return piece if piece.face_up or own else piece.hidden()

    def known_facts(self, viewer: Seat | None, hidden: Mapping[str, str]) -> dict[str, Any]:
        """The facts that ``viewer`` may know; ``hidden`` has the placeholders of the pieces that are hidden from them.

        By default all facts, with these placeholders. A game that has other secrets among its facts, such as sealed
        answers or lists in an order that tells what is in them, leaves them out here.
        """
        known: dict[str, Any] = renamed(self.facts(), hidden)
        return known

    def commits(self, seat: Seat, move: str) -> bool:
        """Whether the move reveals anything or ends the turn, so that it can't be a draft. A text that is no move does.

        By default every move does, so that nothing can be undone.
        """
        return True

    def forced_move(self, seat: Seat) -> str | None:
        """The move that nothing but form asks of ``seat`` (an ``end`` with no action left), known so to everybody."""
        return None

    def position(self) -> dict[str, Any]:
        """The position as record.md 3 prints it: by default every zone with its codes, and the facts."""
        zones: dict[str, list[str]] = {}
        for piece in sorted(self.pieces(), key=_place):
            zone = piece.zone if piece.seat is None else f"{piece.zone} {piece.seat}"
            zones.setdefault(zone, []).append(piece.code)
        return {"pieces": zones, "facts": self.facts()}

    def copy(self) -> Self:
        """An independent copy."""
        return deepcopy(self)


def _place(piece: Piece) -> tuple[Any, ...]:
    """Where a piece lies, as something to sort by."""
    kind, code, zone, seat, place, index, _ = piece
    return kind, zone, -1 if seat is None else seat, place or "", index, code


_WORD = re.compile(r"[^\s]+")


def renamed(facts: Any, codes: Mapping[str, str]) -> Any:
    """Facts with one code for another wherever it stands as a word of its own, in keys too."""
    if isinstance(facts, str):
        return _WORD.sub(lambda word: codes.get(word[0], word[0]), facts)
    if isinstance(facts, Mapping):
        new = {renamed(name, codes): renamed(value, codes) for name, value in facts.items()}
        # The order of the names before would tell which they were.
        return new if new.keys() == facts.keys() else dict(sorted(new.items()))
    if isinstance(facts, list | tuple):
        return [renamed(each, codes) for each in facts]
    return facts


GameState = State
"""The class under another name, for :class:`Engine` has an attribute of that one."""


class Engine(ABC):
    """A game's rules: what it is called, for how many, with which options and pieces, and how it is played."""

    SLUG: ClassVar[str]
    NAME: ClassVar[str]
    """What it is called among players: marked for translation, for most such names say what is played."""
    SEATS: ClassVar[range]
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    PIECES: ClassVar[tuple[str, ...]]
    """The codes of all cards and tiles, each kind in canonical order."""
    REASONS: ClassVar[tuple[str, ...]]
    """Every way in which a game can end, as its outcome names it: each has to be on record (tests/records)."""
    State: ClassVar[type[GameState]]
    """The class of its games."""

    def check_options(self, options: Options, seats: int) -> None:
        """Raise BadOption unless ``options`` holds exactly the game's options with values allowed for ``seats``."""
        if seats not in self.SEATS:
            raise BadOption("seats", f"{self.NAME} is for {self.SEATS[0]} to {self.SEATS[-1]} players")
        names = {option.name for option in self.OPTIONS}
        for each in options:
            if each not in names:
                raise BadOption(each, "no such option")
        for option in self.OPTIONS:
            if option.name not in options:
                raise BadOption(option.name, "missing")
            if not _fits(option, options[option.name]):
                raise BadOption(option.name, "no such value")

    def packs(self, options: Options) -> Mapping[str, Sequence[str]]:
        """The pieces that a game with these options is played with, by their kind (``card``, ``tile``)."""
        return {"card": self.PIECES}


def _fits(option: Option, value: object) -> bool:
    """Whether the option may have this value. Types must agree too: 1 is not true."""
    return any(type(value) is type(choice.value) and value == choice.value for choice in option.choices)

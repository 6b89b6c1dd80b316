"""The contract of a game, second part: how it is told and shown. Five methods are to be written, the rest has defaults.

Nothing here sees more than one viewer may know: views and redacted events come in, sentences and boards come out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.rules.contract import (
    DREW,
    HAND,
    OPENS,
    OVER,
    Event,
    Illegal,
    Piece,
    Seat,
    View,
    gettext_noop,
    over,
)
from games.rules.vocabulary import Face, HandRanking, Highlights, Line, Persona, Standing, Term

V = TypeVar("V", bound=View)


class Board(Protocol):
    """What the site reads of a board; the rest is between a game and its template.

    ``mode`` is ``over`` when the game has ended, ``stage`` while something is looked back at; otherwise as the game
    likes. ``moves`` are the legal moves that the page's script gets.
    """

    @property
    def mode(self) -> str:
        """What the board shows."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves that the page's script gets."""

    @property
    def resigns(self) -> bool:
        """Whether the viewer is one who can leave the game for good."""


@dataclass(frozen=True, slots=True)
class Button:
    """A legal move and what its button says."""

    move: str
    label: Line


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie open: the name, whose it is, the open cards (of a pile those on top) and how many there are."""

    name: Line
    seat: Seat | None
    cards: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """The board of a game that has none of its own: hand, open zones, a button for each legal move."""

    mode: str
    hand: tuple[str, ...]
    zones: tuple[Zone, ...]
    buttons: tuple[Button, ...]
    moves: tuple[str, ...]
    prompt: Line | None
    ending: Line | None
    resigns: bool


class Presentation(ABC, Generic[V]):
    """What a game says and shows."""

    PERSONAS: ClassVar[tuple[Persona, ...]] = ()
    """Whom the players play, in seat order; empty where seats go by their players' names."""
    HAND_RANKINGS: ClassVar[tuple[HandRanking, ...]] = ()
    """The hands of cards that are worth something, the best first."""
    HIGHLIGHTS: ClassVar[Highlights | None] = None
    """The events worth looking back at, and what they are called."""
    FIRST_TURN: ClassVar[str] = gettext_noop("Your move.")
    """What a player reads who is asked for the first time and to whom nothing has happened: marked for translation."""

    PITCH: ClassVar[str] = ""
    """The game in two sentences, for a game without a template of its own for that: marked for translation."""
    PARAGRAPHS: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Its rules by paragraph number, for a game without a rules page of its own: marked for translation."""

    @abstractmethod
    def face(self, code: str) -> Face:
        """How a card is shown."""

    @abstractmethod
    def sentence(self, event: Event, viewer: Seat | None) -> Line | None:
        """The redacted event in words ("You …" if ``viewer`` did it); None if it is not worth a line.

        It must tell ``over`` also of an event with nothing but an outcome as details, and no paragraph.
        """

    @abstractmethod
    def refusal(self, illegal: Illegal) -> Line:
        """Why a move was refused, in words that say what to do."""

    @abstractmethod
    def prompt(self, view: V) -> Line:
        """What the viewer is asked to do now. Raises ValueError ("not asked") for whoever is not to move."""

    @abstractmethod
    def progress(self, view: V) -> Line:
        """How far the game has come, beside its name: the same for all viewers, and never the same twice over."""

    def name_of(self, code: str) -> Line:
        """What a piece is called, be it card or tile."""
        return self.face(code).name

    def move_label(self, move: str, view: V) -> Line:
        """What the button of a legal move says on the plain board: its text, with cards by their names."""
        words = move.split()
        terms = {f"w{number}": self._word(word) for number, word in enumerate(words)}
        return Line(" ".join(f"%({name})s" for name in terms), terms)

    def _word(self, word: str) -> Term:
        try:
            self.face(word)
        except LookupError:
            return Term("text", word)
        return Term("card", word)

    def zone_name(self, zone: str) -> Line:
        """What a place where cards lie open is called on the plain board."""
        return Line("%(zone)s", {"zone": Term("text", zone)})

    def hide(self, move: str, events: Sequence[Event], viewer: Seat | None) -> str:
        """The move's text as ``viewer`` may know it from its events; ``?`` stands for each card that is hidden.

        By default a card is hidden unless one of the redacted events tells of it.
        """
        if viewer is not None and any(event.seat == viewer for event in events[:1]):
            return move
        told = {text for event in events for text in _texts(event.details | event.private.get(_key(viewer), {}))}
        return " ".join(word if word in told or self._word(word).kind == "text" else "?" for word in move.split())

    def drawn(self, event: Event) -> Sequence[str]:
        """The cards that an event, laid open, took from the top of the deck, in that order; those dealt aside."""
        if event.kind != DREW:
            return ()
        details = event.details
        return details["cards"] if "cards" in details else (details["card"],)

    def target_of(self, event: Event) -> Seat | None:
        """The seat that ``event.seat`` chose as target although it could have chosen another (public), or None."""
        return None

    def spoken(self, events: Sequence[Event], view: V, *, named: bool) -> list[Line]:
        """The viewer's own redacted events of one move, for screen readers, and what is left to do.

        ``named``: with the names of hands, where the table shows them.
        """
        return [line for event in events if (line := self.sentence(event, view.seat)) is not None]

    def merge(self, events: Iterable[Event]) -> list[Event]:
        """Redacted events, with like ones that follow each other made into one; what is merged may be merged on.

        Turns that begin together have to become one; by default the first of them stands for all.
        """
        merged: list[Event] = []
        for event in events:
            if not (merged and event.kind == merged[-1].kind == OPENS):
                merged.append(event)
        return merged

    def affects(self, events: Sequence[Event], viewer: Seat | None) -> list[bool]:
        """For each of one turn's redacted events whether it was done to the viewer, by an act of their own or not."""
        return [viewer is not None and self.target_of(event) == viewer for event in events]

    def weight(self, event: Event, viewer: Seat | None) -> int:
        """How much a redacted event matters to the viewer: 0 is ordinary, the highest is the headline."""
        return int(event.kind == OVER)

    def standing(self, view: V) -> Standing:
        """Where the viewer stands, for a mail. Raises ValueError for a spectator's view."""
        if view.seat is None:
            raise ValueError("a spectator stands nowhere")
        return Standing((), view.seats[view.seat].hand or (), self.progress(view))

    def board(
        self,
        view: V,
        ask: Mapping[str, str],
        fresh: Sequence[Event],
        drafts: Sequence[str] = (),
        shown: Sequence[Event] = (),
    ) -> Board:
        """What the game's template shows, made of ``view`` alone.

        ``ask`` are the page's query parameters (a card chosen, a step of a longer action), not to be trusted;
        ``fresh`` are the redacted events since this viewer's last turn, for marking what is new; ``drafts`` their moves
        that are not committed yet, applied in ``view``; ``shown`` the redacted events of one move that is looked back
        at.
        """
        own = None if view.seat is None else view.seats[view.seat]
        return PlainBoard(
            mode="over" if view.outcome is not None else "turn" if view.legal else "wait",
            hand=own.hand or () if own else (),
            zones=tuple(self._zones(view.pieces)),
            buttons=tuple(Button(move, self.move_label(move, view)) for move in view.legal),
            moves=view.legal,
            prompt=self.prompt(view) if view.seat is not None and view.seat in view.to_move else None,
            ending=self._ending(view),
            resigns=own is not None and not own.out and view.outcome is None and not view.past,
        )

    def _ending(self, view: V) -> Line | None:
        return None if view.outcome is None else self.sentence(over(view.outcome, ""), view.seat)

    def _zones(self, pieces: Sequence[Piece]) -> Iterator[Zone]:
        """The places where something lies open, and what lies on top of each."""
        lying: dict[tuple[str, Seat | None], list[Piece]] = {}
        for piece in pieces:
            if piece.zone != HAND:
                lying.setdefault((piece.zone, piece.seat), []).append(piece)
        for (zone, seat), there in lying.items():
            cards = tuple(piece.code for piece in there if piece.face_up and piece.kind == "card")
            if cards:
                yield Zone(self.zone_name(zone), seat, cards[-_TOP:], len(there))


_TOP = 5
"""How many cards of a place the plain board shows."""


def _key(viewer: Seat | None) -> Seat:
    return -1 if viewer is None else viewer


def _texts(value: Any) -> Iterator[str]:
    """Every text in an event's details."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)

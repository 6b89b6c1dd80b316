"""What a game must offer: the vocabulary that every rules package shares.

A game is a package below ``games/rules/`` that fulfils :class:`Rules`. It is pure: the standard library is all it
may import, it never reads a clock and never makes a random choice of its own; chance comes in as ``shuffle``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, Self

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
    tile's controller. Hands have no order: their ``index`` is 0.
    """

    kind: str  # "card" or "tile"
    code: str
    zone: str
    seat: int | None = None
    business: str | None = None
    index: int = 0  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a row
    face_up: bool = False


HAND = "hand"
"""The zone in which every game keeps the cards that a player holds."""

OPENS, CLOSES, DEALT = "turn", "ended", "dealt"
"""The kinds of event that have a meaning in every game: ``seat``'s turn begins, and ends (which goes without saying
where a turn is a single answer); everybody still in the game gets a hand, one card at a time, from a deck just
shuffled. Everything else a game names as it likes. Of several asked at once, turns begin one after the other with
nothing between, and are told as one."""

RESIGN = "resign"
"""The one move that every game has: its seat leaves the game for good, on turn or not."""


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


class Term(NamedTuple):
    """A value inside a sentence, shown according to its kind.

    ``seat`` int · ``card`` code · ``cards`` list of codes · ``business`` tile code · ``line`` a :class:`Line` ·
    ``number`` int · ``list`` list of Terms · ``parts`` list of Lines, enumerated with “and”.
    """

    kind: str
    value: Any


class Line(NamedTuple):
    """A whole sentence to be translated: ``text`` (and ``plural`` for ``count``) with ``%(name)s`` for each term.

    ``context`` tells a short text from others that English spells alike.
    """

    text: str
    terms: Mapping[str, Term] = {}
    plural: str = ""
    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a line
    context: str = ""


class Face(NamedTuple):
    """How a card is shown: ``rank`` in print (None: it has none), ``suit`` as CSS class and symbol (or empty), ``name``
    in words. Languages print different letters on a court card, so the rank is a line too.

    Where there is no stylesheet and no picture, in a mail, ``sign`` is the suit's character and ``ink`` its colour.
    """

    rank: Line | None
    suit: str
    name: Line
    sign: str = ""
    ink: str = ""


class Staging(NamedTuple):
    """What is worth looking back at in a game: a move with an event of these ``kinds`` may be ``shown`` to ``board``.

    The rest is marked for translation: what ``one`` is called in a legend, the buttons that lead to the only one
    (``see``) and to one of several (``numbered``, with ``%(number)s``), the way in a replay to the ``following`` one.
    """

    kinds: frozenset[str]
    one: str
    see: str
    numbered: str
    following: str


class Choice(NamedTuple):
    """One value of an option, with what it is called."""

    value: Any
    label: str


class Place(NamedTuple):
    """How a player stands at one place on the table, or in one matter such as the points.

    ``heading`` and ``name`` say what it is, ``warning`` what to beware of; ``cards`` are his own there (code and
    whether it lies face up) and ``own`` what they come to; ``others`` is everything else, line by line.
    """

    heading: Line
    name: Line | None = None
    warning: Line | None = None
    cards: tuple[tuple[str, bool], ...] = ()
    own: Line | None = None
    others: tuple[Line, ...] = ()


class Standing(NamedTuple):
    """Where a player stands: every place or matter, the cards in hand and a note about them.

    Only ``hand`` and ``note`` may tell what he has in hand, for he may not wish to see that in a mail.
    """

    places: tuple[Place, ...]
    hand: tuple[str, ...]
    note: Line


class Rung(NamedTuple):
    """A hand of cards on the ladder: its name and what it takes, with an example."""

    name: Line
    help: Line
    cards: tuple[str, ...]


class Persona(NamedTuple):
    """Whom a seat plays: full name, the short name used in sentences, and a monogram of one letter."""

    name: str
    short: str
    initial: str


class Option(NamedTuple):
    """An option of a game for the form that opens a table: label and help are marked for translation."""

    name: str
    label: str
    help: str
    choices: tuple[Choice, ...]
    default: Any


class OrderChoice(NamedTuple):
    """One way to carry out a standing order: what is kept of it, and what it says."""

    value: str
    label: Line


class Order(NamedTuple):
    """Something that a player may order in advance, so that it is done without asking him.

    ``choices`` are those that fit their cards now. ``soon``: the table offers it by itself, before the next decision.
    """

    name: str
    label: Line
    help: Line
    choices: tuple[OrderChoice, ...]
    soon: bool = False


class State(Protocol):
    """A game going on: one mutable object."""

    shuffles: int
    """Number of shuffles made so far."""

    @classmethod
    def new(cls, options: Options, seats: int, shuffle: Shuffle) -> tuple[Self, list[Event]]:
        """Set up and deal."""

    @property
    def to_move(self) -> frozenset[Seat]:
        """Every seat that owes a decision; empty when the game is over."""

    def legal_moves(self, seat: Seat) -> list[str]:
        """All moves that ``seat`` may make now, without ``resign``."""

    def apply(self, seat: Seat, move: str, shuffle: Shuffle) -> list[Event]:
        """Make a move with all its consequences. Raises Illegal before anything has changed."""

    def view(self, seat: Seat | None) -> Any:
        """All that this viewer may know, legal moves included (the game's own View class); None is a spectator."""

    def look_back(self, seat: Seat | None, *, all_up: bool) -> Any:
        """``view`` for a replay: no moves, what was just laid down marked; ``all_up``, of a closed game: open."""

    def seals(self, seat: Seat, move: str) -> bool:
        """Whether the move reveals anything or ends the turn, so that it can't be kept as a draft."""

    def automatic(self, seat: Seat) -> str | None:
        """The move that nothing but form asks of ``seat`` (an ``end`` with no action left), known so to everybody."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on."""

    @property
    def turn(self) -> int:
        """A number that grows whenever somebody else is asked anew: what "once per turn" is counted by."""

    def pieces(self) -> list[Piece]:
        """Where every card and tile lies."""

    def facts(self) -> dict[str, Any]:
        """The rest, as JSON."""

    @classmethod
    def restore(cls, options: Options, seats: int, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> Self:
        """The state that gave these pieces and facts."""

    def position(self) -> dict[str, Any]:
        """The position as record.md 3 prints it."""

    def copy(self) -> Self:
        """An independent copy."""


class Rules(Protocol):
    """A game: what its package offers to the site."""

    SLUG: str
    NAME: str
    """What it is called among players: marked for translation, for most such names say what is played."""
    SEATS: range
    OPTIONS: tuple[Option, ...]
    PERSONAS: tuple[Persona, ...]
    """Whom the players play, in seat order; empty where seats go by their players' names."""
    PIECES: tuple[str, ...]
    """The codes of all cards and tiles, each kind in canonical order."""
    LADDER: tuple[Rung, ...]
    """The hands from the top."""
    STAGED: Staging
    """What is worth looking back at, and what it is called."""
    FIRST_TURN: str
    """What a player reads who is asked for the first time and to whom nothing has happened: marked for translation."""

    @property
    def State(self) -> type[State]:
        """The class of its games."""

    def check_options(self, options: Options, seats: int) -> None:
        """Raise BadOption unless ``options`` holds exactly the game's options with values allowed for ``seats``."""

    def hide(self, move: str, events: Sequence[Event], viewer: Seat | None) -> str:
        """The move's text as ``viewer`` may know it: ``?`` stands for each card that is hidden from him."""

    def drawn(self, event: Event) -> Sequence[str]:
        """The cards that an event, laid open, took from the top of the deck, in that order; those dealt aside."""

    def struck(self, event: Event) -> Seat | None:
        """Against whom ``event.seat`` chose to act where it could have been others, as all may know; None: nobody."""

    def sentence(self, event: Event, viewer: Seat | None) -> Line | None:
        """The redacted event in words ("You …" if ``viewer`` did it); None if it is not worth a line."""

    def spoken(self, events: Sequence[Event], view: Any, *, named: bool) -> list[Line]:
        """The viewer's own redacted events of one move, read aloud, and what is left; ``named``: with hands' names."""

    def merge(self, events: Iterable[Event]) -> list[Event]:
        """Redacted events, with like ones that follow each other made into one; what is merged may be merged on."""

    def done_to(self, events: Sequence[Event], viewer: Seat | None) -> list[bool]:
        """For each of one turn's redacted events whether it was done to the viewer, be it by an act of his own."""

    def weight(self, event: Event, viewer: Seat | None) -> int:
        """How much a redacted event matters to the viewer: 0 is ordinary, the highest is the headline."""

    def progress(self, view: Any) -> Line:
        """How far the game has come, beside its name: which turn it is, or which hand."""

    def asked(self, view: Any) -> Line:
        """What the viewer is asked to do now."""

    def standing(self, view: Any) -> Standing:
        """Where the viewer stands, for a mail."""

    def refusal(self, illegal: Illegal) -> Line:
        """Why a move was refused, in words that say what to do."""

    def face(self, code: str) -> Face:
        """How a card is shown."""

    def business(self, code: str) -> Line:
        """What a tile is called."""

    def board(
        self,
        view: Any,
        ask: Mapping[str, str],
        fresh: Sequence[Event],
        drafts: Sequence[str] = (),
        shown: Sequence[Event] = (),
    ) -> Any:
        """What the game's template shows, made of ``view`` alone.

        ``ask`` are the page's query parameters (a card chosen, a step of a longer action), not to be trusted;
        ``fresh`` are the redacted events since this viewer's last turn, for marking what is new; ``drafts`` his moves
        that are not sealed yet, applied in ``view``; ``shown`` the redacted events of one move that he looks back at.
        """

    def steady(self, view: Any) -> str:
        """The computer player's choice among ``view``'s legal moves; the same view always gives the same move."""

    def plainest(self, view: Any) -> str:
        """The plainest of ``view``'s legal moves, made for a player who is absent; the same view, the same move.

        A game that all players leave to it must come to its end. Raises ValueError if the viewer is not asked.
        """

    def orders(self, view: Any) -> tuple[Order, ...]:
        """What the viewer may order in advance, if he will be asked again; a value not among the choices has lapsed."""

    def obey(self, view: Any, orders: Mapping[str, str]) -> str | None:
        """The one of ``view.legal`` that ``orders`` (values by name), as far as they fit, make now; None: ask him."""

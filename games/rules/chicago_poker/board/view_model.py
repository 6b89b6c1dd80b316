"""The board's view model: values for the table's template, built from one viewer's view and shown only to them."""

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.chicago_poker.board.labels import NOTHING, Label
from games.rules.chicago_poker.board.ride import Ride
from games.rules.contract import Seat
from games.rules.vocabulary import Face, Line, Reason


@dataclass(frozen=True, slots=True)
class Place:
    """One of the five places of a column.

    ``face`` is None for a hidden card and for an empty place. ``peek`` marks a face-down card that this viewer knows.
    ``order`` numbers the cards that a Limousine would take; ``turns`` is "up" or "down" if it would turn the card over.
    """

    says: Line
    face: Face | None = None
    empty: bool = False
    down: bool = False
    peek: bool = False
    new: bool = False
    draft: bool = False
    next: bool = False
    last: bool = False
    turned: bool = False
    leaving: bool = False
    arriving: bool = False
    order: int = 0
    turns: str = ""

    @property
    def states(self) -> tuple[str, ...]:
        """The names of all true states; ``turns-up`` or ``turns-down`` if a Limousine would turn the card over."""
        return tuple(name for name in _STATES if getattr(self, name)) + ((f"turns-{self.turns}",) if self.turns else ())


_STATES = ("empty", "down", "peek", "new", "draft", "next", "last", "turned", "leaving", "arriving")


class PossibleHand(NamedTuple):
    """A hand that each of the ``cards`` (positions in hand, counted from 1) would make at a business."""

    cards: tuple[int, ...]
    hand: Line


@dataclass(frozen=True, slots=True)
class Aim:
    """A rival's column as a special card's target: the query for its question, a full text and a short label.

    A ``move`` that can be undone has no question: it is made at once. ``target`` names the player, or the player and
    the card that would be hit.
    """

    ask: str
    says: Line
    pill: Line
    target: Line
    move: str = ""


class NoTarget(NamedTuple):
    """A column where a card of this ``kind`` can't be used: the move to be refused, a full text and a short label."""

    kind: str
    move: str
    says: Line
    pill: Line


@dataclass(frozen=True, slots=True)
class Rail:
    """One player's column at a business."""

    seat: Seat
    you: bool
    places: tuple[Place, ...]
    label: Label
    marked: bool = False
    fifth: bool = False
    would: tuple[PossibleHand, ...] = ()
    raid: Aim | None = None
    liquidation: Aim | None = None
    safe: Line | None = None
    refused: tuple[NoTarget, ...] = ()
    aimed: bool = False
    source: bool = False
    target: bool = False
    free: Line | None = None


@dataclass(frozen=True, slots=True)
class Street:
    """An open business with all columns, the viewer's own last."""

    tile: str
    kind: str
    says: Line
    kind_says: Line
    facing: tuple[bool, ...]
    facing_says: Line
    fuse: Line | None
    rails: tuple[Rail, ...]
    would: tuple[PossibleHand, ...] = ()
    fifth: bool = False
    here: Label = NOTHING


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand. ``kind`` is "gang" or a special; ``link`` starts a longer action; ``why`` is set if unusable."""

    n: int
    code: str
    kind: str
    face: Face
    gang: Line | None
    usable: bool
    chosen: bool = False
    link: str = ""
    why: Reason | None = None


class TypeCount(NamedTuple):
    """The number of businesses of one type that a player controls."""

    kind: str
    says: Line
    number: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the standings: businesses held and distance from winning; ``place`` is 0 until the game is over."""

    seat: Seat
    you: bool
    turn: bool
    out: bool
    hand_size: int
    held: tuple[TypeCount, ...]
    total: int
    goal: Line
    close: bool
    hand: tuple[Face, ...] = ()
    place: int = 0


class HandRanking(NamedTuple):
    """A rank of hands with an example, which shows no gangs if ``plain``, and the columns that have or may have it."""

    says: Line
    faces: tuple[Face, ...]
    plain: bool
    mine: tuple[Line, ...]
    theirs: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question before a raid or liquidation that can't be undone; ``ends`` if it also ends the turn."""

    question: Line
    says: tuple[Line, ...]
    move: str
    button: Line
    ends: bool = False


class Discard(NamedTuple):
    """A discarded card for Bribery; ``row`` and ``column`` are its place by gang and value, 0 for a special.

    ``makes`` marks cards that make a pair or better at a business, ``runs`` those that are at least the third of a
    possible straight or flush there.
    """

    code: str
    face: Face
    row: int
    column: int
    makes: bool
    runs: bool
    link: str
    chosen: bool


class Prospect(NamedTuple):
    """The hand that the chosen discard would make at one business."""

    kind: str
    says: Line
    hand: Line


@dataclass(frozen=True, slots=True)
class Bribe:
    """The discard pile while Bribery searches it."""

    gangs: tuple[tuple[int, Face], ...]
    gaps: tuple[tuple[int, int], ...]
    values: tuple[tuple[int, bool], ...]
    cards: tuple[Discard, ...]
    specials: tuple[Discard, ...]
    chosen: Discard | None
    would: tuple[Prospect, ...]
    count: int
    deck: int
    last: bool
    move: str


class Gang(NamedTuple):
    """The discarded cards of one gang, by value; or the special cards, with names in place of ranks."""

    face: Face
    ranks: tuple[str, ...]
    names: tuple[Line, ...] = ()


class SpecialHelp(NamedTuple):
    """The effect of a special card, in one or two sentences."""

    kind: str
    says: Line
    help: Line
    paragraph: str

    @property
    def anchor(self) -> str:
        """The paragraph's id on the rules page."""
        return "p-" + self.paragraph.replace(".", "-")


class ShootoutCard(NamedTuple):
    """A card in a shootout. ``made`` marks a part of the hand, ``down`` a card that was face down."""

    face: Face
    made: bool
    down: bool


@dataclass(frozen=True, slots=True)
class Fighter:
    """One hand in a shootout. ``place`` is 0 for tied best hands."""

    seat: Seat
    you: bool
    place: int
    best: bool
    cards: tuple[ShootoutCard, ...]
    label: Label
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A shootout, decided or waiting for reinforcements.

    ``why`` has reasons for the result, ``means`` its effects; ``held`` are the taker's businesses after it.
    """

    tile: str
    kind: str
    says: Line
    kind_says: Line
    called: Line | None
    verdict: Line | None
    fighters: tuple[Fighter, ...] = ()
    sent: tuple[Line, ...] = ()
    opened: str = ""
    opened_says: Line | None = None
    opened_facing: Line | None = None
    why: tuple[Line, ...] = ()
    means: tuple[Line, ...] = ()
    held: tuple[TypeCount, ...] = ()

    @property
    def level(self) -> tuple[Fighter, ...]:
        """The fighters with the best hand."""
        return tuple(each for each in self.fighters if each.best)

    @property
    def beaten(self) -> tuple[Fighter, ...]:
        """The fighters with lower hands."""
        return tuple(each for each in self.fighters if not each.best)


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the template needs; ``mode`` is turn, wait, confirm, limousine, bribery, tie, stage or over."""

    mode: str
    turn: int
    mine: bool
    then: Line | None
    left: int
    due: int
    extra: int
    spent: int
    streets: tuple[Street, ...]
    standings: tuple[Standing, ...]
    hand: tuple[HandCard, ...]
    hand_places: int
    gangsters: int
    can_draw: bool
    can_end: bool
    only_end: bool
    fires: bool
    seals: Line | None
    undo: Line | None
    moves: tuple[str, ...]
    deck: int
    discards: tuple[Gang, ...]
    discarded: int
    top: Face | None
    ladder: tuple[HandRanking, ...]
    confirm: Confirmation | None = None
    ride: Ride | None = None
    bribe: Bribe | None = None
    stages: tuple[Stage, ...] = ()
    tie: Stage | None = None
    sent: Face | None = None
    declined: bool = False
    ending: Line | None = None
    title: Line | None = None
    winner: Standing | None = None
    my_place: Line | None = None
    help: tuple[SpecialHelp, ...] = ()

    @property
    def can_play(self) -> bool:
        """Whether any card in hand can be played now."""
        return any(card.usable for card in self.hand)

    @property
    def resigns(self) -> bool:
        return any(standing.you and not standing.out for standing in self.standings)

    @property
    def last_action(self) -> bool:
        """Whether only one action is left; taking one that can't be undone then ends the turn (3.5)."""
        return self.left == 1

    @property
    def left_chips(self) -> range:
        """One chip for each remaining action."""
        return range(self.left)

    @property
    def spent_chips(self) -> range:
        """One chip for each action taken."""
        return range(self.spent)

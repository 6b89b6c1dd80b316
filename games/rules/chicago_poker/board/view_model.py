"""The board's view model: values for the table's template, built from one viewer's view."""

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.chicago_poker.board.labels import NOTHING, Label
from games.rules.chicago_poker.board.plan_model import Planning
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
        """The names of the fields that are true, and ``turns-up`` or ``turns-down`` if ``turns`` is set."""
        return tuple(name for name in _STATES if getattr(self, name)) + ((f"turns-{self.turns}",) if self.turns else ())


_STATES = ("empty", "down", "peek", "new", "draft", "next", "last", "turned", "leaving", "arriving")


class PossibleHand(NamedTuple):
    """A hand that each of the ``cards`` (positions in hand, counted from 1) would make at a business."""

    cards: tuple[int, ...]
    hand: Line


@dataclass(frozen=True, slots=True)
class Aim:
    """A rival's column as the target of a special card: the query for the question, a full text and a short label.

    A ``move`` that can be undone is made without a question. ``target`` names the player, and the card if one would be
    hit.
    """

    ask: str
    says: Line
    pill: Line
    target: Line
    move: str = ""


class NoTarget(NamedTuple):
    """A column where a card of this ``kind`` can't be used.

    ``move`` is the move that would be refused, ``says`` a full text and ``pill`` a short label.
    """

    kind: str
    move: str
    says: Line
    pill: Line


@dataclass(frozen=True, slots=True)
class Rail:
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
    """An open business with all columns; the viewer's own column is the last."""

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
    """A card in hand.

    ``kind`` is "gang" or a special card. ``link`` starts a longer action. ``why`` is set if the card can't be used.
    """

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
    """A rank of hands with an example, and the columns that have it or may have it.

    The example shows no gangs if ``plain``.
    """

    says: Line
    faces: tuple[Face, ...]
    plain: bool
    mine: tuple[Line, ...]
    theirs: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question before a raid or liquidation that can't be undone; ``ends`` means that the move also ends the turn."""

    question: Line
    says: tuple[Line, ...]
    move: str
    button: Line
    ends: bool = False


class Discard(NamedTuple):
    """A discarded card that Bribery can take.

    ``row`` and ``column`` are its place by gang and value, 0 for a special card. ``makes`` marks cards that make a pair
    or better at a business, ``runs`` cards that are at least the third of a possible straight or flush there.
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
    kind: str
    says: Line
    hand: Line


@dataclass(frozen=True, slots=True)
class Bribe:
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
    """The discarded cards of one gang, by value.

    The special cards form a gang of their own, with names instead of ranks.
    """

    face: Face
    ranks: tuple[str, ...]
    names: tuple[Line, ...] = ()


class SpecialHelp(NamedTuple):
    kind: str
    says: Line
    help: Line
    paragraph: str

    @property
    def anchor(self) -> str:
        return "p-" + self.paragraph.replace(".", "-")


class ShootoutCard(NamedTuple):
    """A card in a shootout; ``made`` marks a card that forms the hand, ``down`` a card that was face down."""

    face: Face
    made: bool
    down: bool


@dataclass(frozen=True, slots=True)
class Fighter:
    """A hand in a shootout; ``place`` is 0 if it is among the tied best hands."""

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
        return tuple(each for each in self.fighters if each.best)

    @property
    def beaten(self) -> tuple[Fighter, ...]:
        return tuple(each for each in self.fighters if not each.best)


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the template needs.

    ``mode`` is turn, order, wait, confirm, limousine, bribery, tie, stage or over.
    """

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
    order: tuple[Street, ...] = ()
    sent: Face | None = None
    declined: bool = False
    ending: Line | None = None
    title: Line | None = None
    winner: Standing | None = None
    my_place: Line | None = None
    help: tuple[SpecialHelp, ...] = ()
    planning: Planning | None = None
    may_plan: bool = False

    @property
    def can_play(self) -> bool:
        return any(card.usable for card in self.hand)

    @property
    def resigns(self) -> bool:
        return any(standing.you and not standing.out for standing in self.standings)

    @property
    def last_action(self) -> bool:
        """Whether only one action is left, so that an action that can't be undone ends the turn (3.5)."""
        return self.left == 1

    @property
    def left_chips(self) -> range:
        return range(self.left)

    @property
    def spent_chips(self) -> range:
        return range(self.spent)

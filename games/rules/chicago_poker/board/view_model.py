"""The view model of the board: the values of the table's template. Made of one view, so fit for its viewer alone."""

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.chicago_poker.board.labels import NOTHING, Label
from games.rules.chicago_poker.board.ride import Ride
from games.rules.contract import Seat
from games.rules.vocabulary import Face, Line, Reason


@dataclass(frozen=True, slots=True)
class Place:
    """One of the five places of a column.

    ``face`` is None for a back and for an empty place; ``peek``: face down, but this viewer knows it. ``order`` numbers
    cards that a Limousine would take, ``turns`` says "up" or "down" where it would turn one over.
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
        """Its true properties, by name; ``turns-up`` or ``turns-down`` where a Limousine would turn it over."""
        return tuple(name for name in _STATES if getattr(self, name)) + ((f"turns-{self.turns}",) if self.turns else ())


_STATES = ("empty", "down", "peek", "new", "draft", "next", "last", "turned", "leaving", "arriving")


class PossibleHand(NamedTuple):
    """The hand that each of ``cards``, numbered from 1 as they are in hand, would make here."""

    cards: tuple[int, ...]
    hand: Line


@dataclass(frozen=True, slots=True)
class Aim:
    """A rival's column as a special's target: the question to ask next, and the text of its pill."""

    ask: str
    says: Line
    pill: Line


class NoTarget(NamedTuple):
    """A column that a chosen card of this ``kind`` can't go to: the move that is refused there, and why in short."""

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
    """A card in hand. ``kind``: "gang" or the special; ``link`` opens a longer action; ``why`` it can't be used now."""

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
    """How many businesses of one type a player controls."""

    kind: str
    says: Line
    number: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's seat in the strip: businesses held and how far from winning; ``place`` once the game is over."""

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
    """A hand of the ladder with an example and where it matters now."""

    says: Line
    faces: tuple[Face, ...]
    plain: bool
    mine: tuple[Line, ...]
    theirs: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question before anything hidden is shown or a rival is hit. ``final``: no undo; ``ends``: the turn ends."""

    question: Line
    says: tuple[Line, ...]
    move: str
    button: Line
    final: bool
    ends: bool = False


class Discard(NamedTuple):
    """A card of the discard pile as Bribery offers it; ``row`` and ``column`` in the grid of gangs and values."""

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
    """The discard pile to be searched."""

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
    """The discarded cards of one gang, by value; or the special cards, whose ranks are their names."""

    face: Face
    ranks: tuple[str, ...]
    names: tuple[Line, ...] = ()


class SpecialHelp(NamedTuple):
    """The effect of a special card, in a sentence or two."""

    kind: str
    says: Line
    help: Line
    paragraph: str

    @property
    def anchor(self) -> str:
        """The paragraph's id on the rules page."""
        return "p-" + self.paragraph.replace(".", "-")


class ShootoutCard(NamedTuple):
    """A card in a shootout: whether it had lain face down, whether it makes the hand."""

    face: Face
    made: bool
    down: bool


@dataclass(frozen=True, slots=True)
class Fighter:
    """One hand in a shootout. ``place`` is 0 for hands level at the top."""

    seat: Seat
    you: bool
    place: int
    best: bool
    cards: tuple[ShootoutCard, ...]
    label: Label
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A shootout: ``why`` the winner wins, and what it ``means`` for the game; or one waiting for reinforcements."""

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

    @property
    def level(self) -> tuple[Fighter, ...]:
        """The fighters with the best hand."""
        return tuple(each for each in self.fighters if each.best)

    @property
    def beaten(self) -> tuple[Fighter, ...]:
        """The others."""
        return tuple(each for each in self.fighters if not each.best)


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the template needs. ``mode``: turn, wait, confirm, limousine, bribery, tie, stage or over."""

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
    winner: Standing | None = None
    my_place: Line | None = None
    help: tuple[SpecialHelp, ...] = ()

    @property
    def can_play(self) -> bool:
        """Whether any card in hand may be played now."""
        return any(card.usable for card in self.hand)

    @property
    def resigns(self) -> bool:
        return any(standing.you and not standing.out for standing in self.standings)

    @property
    def last_action(self) -> bool:
        """Whether one action is left, so that a final one ends the turn (3.5)."""
        return self.left == 1

    @property
    def left_chips(self) -> range:
        """One for each action left."""
        return range(self.left)

    @property
    def spent_chips(self) -> range:
        """One for each action taken."""
        return range(self.spent)

"""The board's view model: values for the table's template. Built from one view, so only for its viewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.contract import Seat
from games.rules.vocabulary import Face, Line, Reason


class Step(NamedTuple):
    """One of the three phases of a hand; ``state`` is "done", "now" or empty."""

    name: Line
    says: Line
    state: str


class LaidCard(NamedTuple):
    """A card in front of a player; no ``face``: a back; ``now``: in this trick; ``won`` it; ``new`` to the viewer."""

    face: Face | None
    now: bool = False
    won: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A player at the table.

    ``tone`` of the ``announcement``: lead, mute, now or empty; ``shown``: cards revealed before breaking a combination
    (2.4); ``thrown``: in a replay, the cards that its viewer threw (2.1). ``empty``: the number of cards still to be
    played.
    """

    seat: Seat
    you: bool
    turn: bool
    out: bool
    tags: tuple[Line, ...]
    cards: tuple[LaidCard, ...]
    empty: int
    announcement: Line | None
    tone: str
    says: Line | None
    shown: tuple[Face, ...]
    thrown: tuple[Face, ...]
    score: int

    @property
    def backs(self) -> int:
        """Number of cards that are face down."""
        return sum(laid.face is None for laid in self.cards)

    @property
    def gaps(self) -> range:
        """A range with one number per card still to be played."""
        return range(self.empty)


class Track(NamedTuple):
    """A player in the race, with their position and a note about its effect."""

    seat: Seat
    you: bool
    score: int
    width: str
    note: Line | None


class Mark(NamedTuple):
    """A mark on the way; ``hot``: something ends at this score."""

    points: int
    at: str
    says: Line
    hot: bool


@dataclass(frozen=True, slots=True)
class Race:
    """All players in the race to 52, the viewer first, then by score."""

    tracks: tuple[Track, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A viewer's card; ``made``: in the combination; ``kept``: revealed if thrown (2.4); ``note``: effect if played."""

    n: int
    code: str
    face: Face
    made: bool = False
    kept: bool = False
    usable: bool = True
    chosen: bool = False
    note: Line | None = None
    why: Reason | None = None


class AnnouncementRow(NamedTuple):
    """A player's announcements in this hand: one cell per round, with the points scored."""

    seat: Seat
    you: bool
    cells: tuple[Cell, ...]


class Cell(NamedTuple):
    """A player's announcement in one round; ``points``: its result; ``now``: still to be made."""

    says: Line | None
    points: int = 0
    now: bool = False


class NamedRank(NamedTuple):
    """A rank that a claimant named at a stage; ``state``: up (the best), out (eliminated here) or empty."""

    rank: Line
    state: str


class RevealStage(NamedTuple):
    """A stage of a comparison: the rank that each claimant named, None once eliminated, and how many cards share it."""

    name: Line
    named: tuple[NamedRank | None, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """A comparison, stage by stage (3.3): ``untold`` of the five cards stay hidden; the best hand scored ``points``."""

    title: Line
    seats: tuple[Seat, ...]
    stages: tuple[RevealStage, ...]
    verdict: Line | None
    untold: int = 0
    points: str = ""


class PreviewStage(NamedTuple):
    """A stage of the comparison after an announcement by the viewer, with their own rank."""

    name: Line
    rank: Line


@dataclass(frozen=True, slots=True)
class Preview:
    """The comparison that an announcement by the viewer would cause, and the rivals in it."""

    rivals: tuple[Seat, ...]
    stages: tuple[PreviewStage, ...]
    says: Line


class Item(NamedTuple):
    """A line of a calculation: its subject, and the points as text."""

    says: Line
    points: str


@dataclass(frozen=True, slots=True)
class Fate:
    """The result of an answer: heading, calculation and sum; ``tone``: up for a good result, down for a bad one."""

    title: Line
    items: tuple[Item, ...]
    total: Item
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's button: move, label and consequence; ``refused``: clicking it explains why it isn't legal."""

    move: str
    says: Line
    note: Line
    main: bool
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """The limits of an exchange, with the reasons for the maximum and for the single card of an open exchange."""

    limit: int
    too_many: Reason | None
    open: Reason | None


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """The open card (7.6). Only its owner sees ``thrown``."""

    seat: Seat
    you: bool
    code: str
    face: Face
    thrown: Face | None


class HandRanking(NamedTuple):
    """A combination with its points; ``mine``: the viewer holds it; ``wins``: it wins the game at once."""

    says: Line
    points: str
    mine: bool
    wins: bool = False


class ShownHand(NamedTuple):
    """A hand revealed at the end, with its name; ``best``: it scored."""

    seat: Seat
    you: bool
    cards: tuple[tuple[Face, bool], ...]
    says: Line
    best: bool


class PointsRow(NamedTuple):
    """A line of a hand's points: one figure per seat."""

    says: Line
    points: tuple[str, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """The result of one move: a comparison, or the end of a hand; ``why``: the reasons; ``means``: the consequences."""

    title: Line
    verdict: Line | None
    says: tuple[Line, ...]
    reveals: tuple[Reveal, ...]
    trick: tuple[TrickCard, ...]
    hands: tuple[ShownHand, ...]
    order: tuple[Seat, ...]
    rows: tuple[PointsRow, ...]
    why: tuple[Line, ...] = ()
    means: tuple[Line, ...] = ()


class TrickCard(NamedTuple):
    """A card of the last trick and its player; the first card ``led``, one ``took`` the trick."""

    seat: Seat
    face: Face
    led: bool
    took: bool


class SettlementRow(NamedTuple):
    """A player in the settlement: ``place`` counts from 1, ``short`` is the gap to the winner's score."""

    seat: Seat
    you: bool
    place: int
    score: int
    short: str
    units: str
    won: bool
    out: bool


class Curve(NamedTuple):
    """A player's scores through the game, as a path to draw."""

    seat: Seat
    you: bool
    path: str


class Label(NamedTuple):
    """Players whose curves end with a ``score`` at ``end``; their names are centred on ``middle``, from ``y`` down."""

    lines: tuple[tuple[Seat, ...], ...]
    score: int
    end: int
    middle: int
    y: int


@dataclass(frozen=True, slots=True)
class Plot:
    """The scores after every hand: the drawing and its table."""

    curves: tuple[Curve, ...]
    labels: tuple[Label, ...]
    goal: int
    ticks: tuple[tuple[int, int], ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the game: winner and reason, the viewer's place, the settlement, the last hand, the race."""

    title: Line
    says: Line
    my_place: Line | None
    settled: tuple[SettlementRow, ...]
    hint: Line
    last: Stage
    plot: Plot | None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the template needs. ``mode``: exchange, open, answer, play, wait, stage or over."""

    mode: str
    turn: int
    mine: bool
    asks: Line
    order: tuple[Seat, ...]
    steps: tuple[Step, ...]
    places: tuple[Place, ...]
    race: Race
    hand: tuple[HandCard, ...]
    holds: Line | None
    notes: tuple[Line, ...]
    sealed: Line | None
    exchange: Exchange | None
    kept: tuple[Line, ...]
    thrown: Line | None
    answers: tuple[Answer, ...]
    offered: OfferedCard | None
    preview: Preview | None
    fates: tuple[Fate, ...]
    announcements: tuple[AnnouncementRow, ...]
    rounds: tuple[Line, ...]
    reveals: tuple[Reveal, ...]
    ladder: tuple[HandRanking, ...]
    stock: int
    discards: int
    moves: tuple[str, ...]
    stages: tuple[Stage, ...] = ()
    over: Ending | None = None

    @property
    def resigns(self) -> bool:
        return any(place.you and not place.out for place in self.places)

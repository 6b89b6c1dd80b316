"""The view model of the board: the values of the table's template. Made of one view, so fit for its viewer alone."""

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
    """A card before a player, a back without ``face``. ``now``: in this trick; ``won`` it; ``new`` for the viewer."""

    face: Face | None
    now: bool = False
    won: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A player at the table.

    ``tone`` of the ``announcement``: lead, mute, now or empty; ``shown`` before breaking (2.4); ``thrown``: in a
    replay the cards that its viewer threw (2.1). ``empty`` are the places of the cards that are still to be played.
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
        """How many cards lie face down."""
        return sum(laid.face is None for laid in self.cards)

    @property
    def gaps(self) -> range:
        """One number per card to be played."""
        return range(self.empty)


class Track(NamedTuple):
    """A player in the race: their position, and its present meaning."""

    seat: Seat
    you: bool
    score: int
    width: str
    note: Line | None


class Mark(NamedTuple):
    """A point on the way; ``hot`` where something ends."""

    points: int
    at: str
    says: Line
    hot: bool


@dataclass(frozen=True, slots=True)
class Race:
    """All players on their way to 52, the viewer first, then by score."""

    tracks: tuple[Track, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the viewer's: part of the combination, shown if thrown (2.4); what playing it does, or why it can't."""

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
    """A player's row of announcements in this hand: one cell per round, with its points if it scored."""

    seat: Seat
    you: bool
    cells: tuple[Cell, ...]


class Cell(NamedTuple):
    """The announcements of one round; ``points``: its result; ``now``: it is in progress."""

    says: Line | None
    points: int = 0
    now: bool = False


class NamedRank(NamedTuple):
    """A rank that a claimant named at a stage; ``state``: up (the best), out (drops out here) or empty."""

    rank: Line
    state: str


class RevealStage(NamedTuple):
    """A stage of a reveal: the rank that each claimant named, None once out, and how many cards have that rank."""

    name: Line
    named: tuple[NamedRank | None, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """A comparison, stage by stage (3.3): ``untold`` cards of five stay hidden; the best has scored ``points``."""

    title: Line
    seats: tuple[Seat, ...]
    stages: tuple[RevealStage, ...]
    verdict: Line | None
    untold: int = 0
    points: str = ""


class PreviewStage(NamedTuple):
    """A stage that would come if the viewer announced: their own rank."""

    name: Line
    rank: Line


@dataclass(frozen=True, slots=True)
class Preview:
    """The comparison of the viewer's announcement, and its rivals."""

    rivals: tuple[Seat, ...]
    stages: tuple[PreviewStage, ...]
    says: Line


class Item(NamedTuple):
    """A line of a calculation: its subject, and the points as they are written."""

    says: Line
    points: str


@dataclass(frozen=True, slots=True)
class Fate:
    """The result of an answer: heading, calculation and sum; ``tone``: up for a hoped one, down for a feared one."""

    title: Line
    items: tuple[Item, ...]
    total: Item
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button of the current prompt: its move, label and consequence; ``refused``: the rules answer why not."""

    move: str
    says: Line
    note: Line
    main: bool
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """The limits of an exchange: the most cards, why no more, and why exactly one may be asked for openly."""

    limit: int
    too_many: Reason | None
    open: Reason | None


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """The open card (7.6). ``thrown`` is visible to its owner only."""

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
    """A hand laid open at the end, with its name; ``best``: it scored."""

    seat: Seat
    you: bool
    cards: tuple[tuple[Face, bool], ...]
    says: Line
    best: bool


class PointsRow(NamedTuple):
    """A line of a hand's points: one figure per seat of the table."""

    says: Line
    points: tuple[str, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """The revelation of one move: a comparison, or how a hand ended; ``why``, and what it ``means``."""

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
    """A card of the last trick and its player; the first ``led``, and one ``took`` the trick."""

    seat: Seat
    face: Face
    led: bool
    took: bool


class SettlementRow(NamedTuple):
    """A player in the settlement: ``place`` counts from 1, ``short`` is what is missing to the winner's points."""

    seat: Seat
    you: bool
    place: int
    score: int
    short: str
    units: str
    won: bool
    out: bool


class Curve(NamedTuple):
    """A player's way through the game, as the path of a drawing."""

    seat: Seat
    you: bool
    path: str


class Label(NamedTuple):
    """Players whose curves end with a ``score`` at height ``end``; their names are around ``middle``, from ``y`` on."""

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
    """The end of the game: the winner and why, the viewer's place, the settlement, the last hand, the race."""

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

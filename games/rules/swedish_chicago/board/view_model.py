"""The board's view model: values for the table's template, built from one viewer's view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.contract import Seat
from games.rules.swedish_chicago.board.plan import PlanEditor, Then
from games.rules.vocabulary import Face, Line, Reason


class Step(NamedTuple):
    """One of the three phases of a hand; ``state`` is "done", "now" or empty."""

    name: Line
    says: Line
    state: str


class LaidCard(NamedTuple):
    """A card in front of a player.

    ``face`` is None for a face-down card. ``now`` marks a card of the current trick, ``won`` a card that took a trick,
    ``new`` a card that is new to the viewer.
    """

    face: Face | None
    now: bool = False
    won: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A player at the table.

    ``tone`` describes the ``announcement``: lead, mute, now or empty. ``shown`` are the cards revealed before a
    combination was broken (2.4). In a replay, ``thrown`` are the viewer's own thrown cards (2.1). ``empty`` is the
    number of cards still to be played.
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
        return sum(laid.face is None for laid in self.cards)

    @property
    def gaps(self) -> range:
        return range(self.empty)


class Track(NamedTuple):
    """A player in the race; ``width`` is the position in percent, ``note`` a remark, for example "no exchange"."""

    seat: Seat
    you: bool
    score: int
    width: str
    note: Line | None


class Mark(NamedTuple):
    """A score marked in the race; ``hot`` marks a score that ends a player's exchanges, or the game."""

    points: int
    at: str
    says: Line
    hot: bool


@dataclass(frozen=True, slots=True)
class Race:
    name: Line
    tracks: tuple[Track, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the viewer's hand, numbered ``n`` from 1.

    ``made`` marks a card of the combination. ``kept`` marks a card that belongs to an announced combination, so that
    throwing it would reveal the combination (2.4). ``note`` is the effect of playing the card, ``why`` the reason why
    it can't be played.
    """

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
    seat: Seat
    you: bool
    cells: tuple[Cell, ...]


class Cell(NamedTuple):
    """A player's announcement in a round; ``now`` is set in the current round if it is the player's turn."""

    says: Line | None
    points: int = 0
    now: bool = False


class NamedRank(NamedTuple):
    """A rank named at a stage of a comparison.

    ``state`` is "up" if the rank won, "out" if it was eliminated at this stage, otherwise empty.
    """

    rank: Line
    state: str


class RevealStage(NamedTuple):
    """A stage of a comparison.

    ``named`` has each claimant's rank, None after elimination; ``cards`` is the number of cards of that rank.
    """

    name: Line
    named: tuple[NamedRank | None, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """A comparison, stage by stage (3.3).

    ``untold`` of the five cards stay hidden; ``points`` is what the winner gains.
    """

    title: Line
    seats: tuple[Seat, ...]
    stages: tuple[RevealStage, ...]
    verdict: Line | None
    untold: int = 0
    points: str = ""


class PreviewStage(NamedTuple):
    name: Line
    rank: Line


@dataclass(frozen=True, slots=True)
class Preview:
    rivals: tuple[Seat, ...]
    stages: tuple[PreviewStage, ...]
    says: Line


class Item(NamedTuple):
    says: Line
    points: str


@dataclass(frozen=True, slots=True)
class Fate:
    """A possible result of an answer, with a calculation; ``tone`` is "up" if good, "down" if bad, or empty."""

    title: Line
    items: tuple[Item, ...]
    total: Item
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The button for an answer: move, label and consequence.

    If ``refused``, the move isn't legal, and clicking explains why.
    """

    move: str
    says: Line
    note: Line
    main: bool
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """The limit of an exchange.

    ``too_many`` and ``open`` are the texts for refusing too many cards, and for refusing an open card. Each is None if
    this refusal is not possible.
    """

    limit: int
    too_many: Reason | None
    open: Reason | None


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """The open card (7.6); ``thrown`` is the card thrown for it, or None if it is hidden from the viewer."""

    seat: Seat
    you: bool
    code: str
    face: Face
    thrown: Face | None


class HandRanking(NamedTuple):
    """A combination, the last trick or a Chicago, with its points.

    ``wins`` marks a combination that wins the game at once.
    """

    says: Line
    points: str
    mine: bool
    wins: bool = False


class ShownHand(NamedTuple):
    """A hand revealed at the end.

    Each card has a flag that says whether it forms the hand; ``best`` marks a hand that scored.
    """

    seat: Seat
    you: bool
    cards: tuple[tuple[Face, bool], ...]
    says: Line
    best: bool


class PointsRow(NamedTuple):
    """A row of a hand's points, with one figure per seat.

    The row with the total also has the figures ``before`` the hand.
    """

    says: Line
    points: tuple[str, ...]
    total: bool = False
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """The full-page result of a move: a comparison, or the end of a hand.

    ``why`` has reasons, ``means`` consequences.
    """

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
    """A card of the last trick; ``led`` marks the first card, ``took`` the card that took the trick."""

    seat: Seat
    face: Face
    led: bool
    took: bool


class SettlementRow(NamedTuple):
    """A player in the settlement.

    ``short`` is the calculation of the points behind the winner, ``units`` the gain or loss.
    """

    seat: Seat
    you: bool
    place: int
    score: int
    short: str
    units: str
    won: bool
    out: bool


class Curve(NamedTuple):
    seat: Seat
    you: bool
    path: str


class Label(NamedTuple):
    """The names of the players whose curves end at height ``end``.

    They are centred at ``middle``; the first line is at ``y``.
    """

    lines: tuple[tuple[Seat, ...], ...]
    score: int
    end: int
    middle: int
    y: int


@dataclass(frozen=True, slots=True)
class Plot:
    """``goal`` is the score that wins, drawn at the height ``line``."""

    curves: tuple[Curve, ...]
    labels: tuple[Label, ...]
    goal: int
    line: int
    ticks: tuple[tuple[int, int], ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    title: Line
    points: Line
    says: Line
    my_place: Line | None
    settled: tuple[SettlementRow, ...]
    hint: Line
    last: Stage
    plot: Plot | None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the template needs; ``mode`` is exchange, play, answer, wait, stage or over.

    ``sorted_by`` is the order of the hand, suit or rank. ``chosen_order`` is empty unless the player has chosen one.
    """

    mode: str
    turn: int
    mine: bool
    asks: Line
    order: tuple[Seat, ...]
    steps: tuple[Step, ...]
    places: tuple[Place, ...]
    race: Race
    hand: tuple[HandCard, ...]
    chosen_order: str
    sorted_by: str
    holds: Line | None
    notes: tuple[Line, ...]
    sealed: Line | None
    exchange: Exchange | None
    then: Then | None
    plan: PlanEditor | None
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

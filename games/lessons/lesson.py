"""The parts of a lesson.

Lessons are written in Python so that their texts can be collected for translation and their types checked.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from games.rules import RULES
from games.rules.contract import Illegal, Seat, State
from games.rules.contract import gettext_noop as _
from games.rules.fair_deal import Dealer
from games.rules.game import Rules
from games.rules.phrases import card, filled, seat
from games.rules.vocabulary import Line

LEARNER: Seat = 0
RIVAL: Seat = 1
MOST_STEPS = 12


def sentence(text: str, cards: Mapping[str, str]) -> Line:
    """Return a lesson's text as a line.

    Its placeholders are ``%(rival)s``, the first rival, and the names in ``cards``.
    """
    return filled(text, {"rival": RIVAL, **cards}, {"rival": seat, **dict.fromkeys(cards, card)})


class BrokenLesson(Exception):
    """A lesson can't be played.

    The message names its file and line, the step (0 for the position), and the reason.
    """

    def __init__(self, lesson: Lesson, step: int, reason: str) -> None:
        line = lesson.steps[step - 1].line if step else lesson.position.line
        super().__init__(f"{lesson.file.replace('.', '/')}.py:{line}: step {step}: {reason}")


def _line() -> int:
    """Return the line number of the constructor call in the lesson's file."""
    frame = inspect.currentframe()
    for _depth in ("the constructor", "its caller"):
        frame = frame.f_back if frame else None
    return frame.f_lineno if frame else 0


@dataclass(frozen=True, slots=True)
class Position:
    """The position where a lesson begins, with zones and facts named as in the game's state.

    ``pieces`` has the codes in each zone, such as ``hand 0``, ``column 0 jazz2`` or ``deck`` (top first); ``-`` after a
    code means face down. All other pieces lie at the bottom of their draw pile. ``facts`` replace those of a new game.
    """

    pieces: Mapping[str, str]
    facts: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    line: int = field(default_factory=_line, compare=False)


@dataclass(frozen=True, slots=True)
class Wrong:
    """The response to an unwanted move that matches ``pattern``; ``paragraph`` is the rule that explains it."""

    pattern: str
    says: str
    paragraph: str = ""
    cards: Mapping[str, str] = field(default_factory=dict)


OTHER = Wrong("*", _("That’s legal, but it’s not what this step is about. Try again."))
"""The response to an unwanted move for which the step has none."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the task (``do``) and its reason (``say``), marked for translation; ``cards`` fill their placeholders.

    ``expect`` has patterns of the wanted moves (``play 9* jazz2``), at least one of them legal; a step without patterns
    is only read. ``wrong`` has the responses to unwanted moves; the first match is used. ``then`` has the moves that
    follow, each a seat and a move or pattern; for a pattern, the first legal match is made. ``highlight`` names cards,
    businesses and moves to highlight; by default, those in the wanted move are highlighted.
    """

    do: str
    say: str
    expect: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    then: tuple[str, ...] = ()
    highlight: tuple[str, ...] = ()
    cards: Mapping[str, str] = field(default_factory=dict)
    line: int = field(default_factory=_line, compare=False)

    @property
    def is_read(self) -> bool:
        return not self.expect

    def wanted(self, legal: Sequence[str]) -> list[str]:
        fitting = (move for pattern in self.expect for move in legal if fnmatchcase(move, pattern))
        return list(dict.fromkeys(fitting))

    def comment(self, move: str) -> Wrong:
        return next((wrong for wrong in self.wrong if fnmatchcase(move, wrong.pattern)), OTHER)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, with texts marked for translation.

    ``file`` is its module, ``rivals`` are the other players. If the file was renamed, ``name`` is its former name,
    because URLs, stored progress and shuffles depend on it.
    """

    file: str
    title: str
    about: str
    rivals: tuple[str, ...]
    position: Position
    steps: tuple[Step, ...]
    name: str = ""

    @property
    def game(self) -> str:
        """The variant's name in URLs."""
        return self.file.split(".")[-2]

    @property
    def slug(self) -> str:
        """The lesson's own name in URLs."""
        return self.name or self.file.split(".")[-1]

    @property
    def rules(self) -> Rules:
        return RULES[self.game]

    @property
    def seats(self) -> int:
        return 1 + len(self.rivals)

    def dealer(self) -> Dealer:
        """Return the lesson's dealer, which always shuffles the same way because nothing in a lesson is secret."""
        return Dealer(f"{self.game}/{self.slug}".encode().ljust(32, b"."))

    def begin(self) -> State:
        """Return the state at the first step. Raise `BrokenLesson` if the position is impossible with these pieces."""
        options = {option.name: option.default for option in self.rules.engine.OPTIONS} | dict(self.position.options)
        self.rules.engine.check_options(options, self.seats)
        dealt, _events = self.rules.engine.state_class.new(options, self.seats, self.dealer())
        pieces = _placed(self, dealt)
        try:
            facts = dealt.facts() | dict(self.position.facts)
            state: State = self.rules.engine.state_class.restore(options, self.seats, pieces, facts)
            same = sorted(piece.code for piece in state.pieces()) == sorted(piece.code for piece in dealt.pieces())
        except (KeyError, IndexError) as error:
            raise BrokenLesson(self, 0, f"no such place: {error}") from error
        if not same:
            raise BrokenLesson(self, 0, "a piece lies twice, or does not exist")
        return state


def _placed(lesson: Lesson, dealt: State) -> list[Any]:
    """Return the pieces of the position, with all others at the bottom of their draw pile.

    Raise `BrokenLesson` if the position names an unknown piece.
    """
    prototypes = {piece.code: piece for piece in dealt.pieces()}
    drawn = _drawn_from(dealt)
    named = {code.removesuffix("-") for codes in lesson.position.pieces.values() for code in codes.split()}
    rest: dict[str, list[str]] = {zone: [] for zone in drawn.values()}
    for code, piece in prototypes.items():
        if code not in named:
            rest[drawn[piece.kind]].append(code)
    zones = dict.fromkeys(rest, "") | dict(lesson.position.pieces)
    placed = []
    for zone, written in zones.items():
        codes = written.split()
        name, _space, where = zone.partition(" ")
        seat, _space, place = where.partition(" ")
        if name in rest:
            codes = rest[name] + codes[::-1]
        for index, code in enumerate(codes):
            if (known := prototypes.get(code.removesuffix("-"))) is None:
                raise BrokenLesson(lesson, 0, f"no such piece: {code}")
            placed.append(
                known._replace(
                    zone=name,
                    seat=int(seat) if seat else None,
                    place=place or None,
                    index=index,
                    face_up=not code.endswith("-"),
                )
            )
    return placed


def _drawn_from(dealt: State) -> dict[str, str]:
    """Return the draw pile for each kind of piece: the zone with the most pieces of that kind after the deal."""
    counted: dict[str, dict[str, int]] = {}
    for piece in dealt.pieces():
        zones = counted.setdefault(piece.kind, {})
        zones[piece.zone] = zones.get(piece.zone, 0) + 1
    return {kind: max(zones, key=zones.__getitem__) for kind, zones in counted.items()}


def first_fitting(state: State, seat: Seat, pattern: str) -> str:
    """Return the first legal move of ``seat`` that matches the pattern. Raise `Illegal` if there is none."""
    fitting = (move for move in state.legal_moves(seat) if fnmatchcase(move, pattern))
    if (move := next(fitting, None)) is None:
        raise Illegal("no_such_move", "", move=pattern)
    return move

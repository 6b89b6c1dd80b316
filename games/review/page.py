"""Template data for the page of a finished Review, from the report and the player's view of the game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.presentation.narration import Narrator, paragraph_id
from games.presentation.view_model import narrator_of
from games.replay.replay_page import Timeline, line_of
from games.review import chart, text
from games.review.positions import Position, positions
from games.review.report import DEAL, DECISION, Grade, Option, Report


class Sums(NamedTuple):
    """The result as three sums of points: luck (``deal`` and ``draws``), the user's decisions and the others'.

    ``decisions``, ``good`` and ``hinted`` count the user's decisions: all, good ones, and those that a hint had
    advised.
    """

    luck: float
    deal: float
    draws: float
    you: float
    they: float
    decisions: int
    good: int
    hinted: int
    even_luck: str


class Stretch(NamedTuple):
    """A turn, or a hand in a game of several hands.

    ``luck`` and ``decisions`` are changes in points, ``at`` is the number of the last move and ``chance`` the chance
    after it.
    """

    title: str
    names: str
    luck: float
    decisions: float
    chance: float
    at: int


class AnnotationCount(NamedTuple):
    annotation: str
    name: str
    number: int


class Candidate(NamedTuple):
    says: SafeString
    chance: float
    error: float
    width: str
    is_best: bool
    is_yours: bool


class Decision(NamedTuple):
    """A decision by the user. In a game of several hands, ``turn`` is the hand.

    ``better`` is empty for a good decision. ``gave_up`` is a sentence about an error, or empty if no fact fits.
    """

    number: int
    turn: int
    annotation: str
    annotation_name: str
    says: SafeString
    loss: float
    better: SafeString
    gave_up: SafeString


class Turn(NamedTuple):
    number: int
    decisions: list[Decision]


class Phase(NamedTuple):
    name: str
    error_rate: float
    costly: list[Turn]
    others: list[Turn]
    others_count: int


class Paragraph(NamedTuple):
    number: str
    anchor: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of the costliest decisions.

    ``place`` is the number of the turning point, from 1, and ``point`` its position on the curve. ``points`` is the
    loss, as a negative number, or the effect on the chance if no move was better. ``knew`` describes the position as
    known to the player (hand, table, score), and ``did`` the events of the move. ``why`` and ``turned_out`` are
    sentences; ``reasons`` are the game's reasons for the best move.
    """

    place: int
    decision: Decision
    point: chart.Point
    points: float
    knew: list[list[SafeString]]
    did: list[SafeString]
    better: SafeString
    why: str
    reasons: list[SafeString]
    turned_out: str
    paragraphs: list[Paragraph]
    candidates: list[Candidate]
    by_deal: bool

    @property
    def title(self) -> SafeString:
        return self.did[0] if self.did else self.decision.says

    @property
    def label(self) -> str:
        """The label for users who can't see the curve."""
        terms = {"place": self.place, "turn": self.decision.turn, "mark": self.decision.annotation_name}
        if self.by_deal:
            return _("Turning point %(place)s, hand %(turn)s: %(mark)s") % terms
        return _("Turning point %(place)s, turn %(turn)s: %(mark)s") % terms


class MostChanging(NamedTuple):
    """The draw with the largest effect on the chance to win: its position on the curve, and a sentence about it."""

    point: chart.Point
    says: str


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A Review as displayed; ``lost`` is the total loss of all decisions in points, ``rate`` their mean loss."""

    report: Report
    lead: str
    sums: Sums
    bar: chart.Bar
    part_says: list[str]
    curve: chart.Curve
    curve_says: str
    ticks: list[chart.Tick]
    draw: MostChanging | None
    stretches: list[Stretch]
    by_deal: bool
    turning_points: list[TurningPoint]
    annotations: list[AnnotationCount]
    phases: list[Phase]
    lost: float
    rate: float

    @property
    def faults(self) -> int:
        """The number of inaccuracies, mistakes and blunders."""
        return sum(annotation.number for annotation in self.annotations if annotation.annotation not in text.FAULTLESS)

    @property
    def rows(self) -> list[tuple[chart.Row, str]]:
        return list(zip(self.bar.rows, self.part_says, strict=True))


def review_page(game: Game, players: Sequence[Player], me: Player, report: Report) -> ReviewPage:
    """Return the Review's page for the player ``me``, in two queries. Raise `ReplayMismatch` if the replay fails."""
    narrator, line = narrator_of(game, players, me.seat), line_of(game)
    curve = chart.curve(report, line.last)
    found = positions(game, players, report, narrator)
    parts = text.part_sentences(report, narrator, _turn_at(line))
    bar = chart.bar(report)
    return ReviewPage(
        report=report,
        lead=text.lead(report),
        sums=_sums(report, bar),
        bar=bar,
        part_says=[parts[row.part] for row in bar.rows],
        curve=curve,
        curve_says=text.curve_summary(report),
        ticks=_ticks(report, line),
        draw=_most_changing(report, narrator, line, curve),
        stretches=list(_stretches(report, line, narrator)),
        by_deal=text.has_deals(report),
        turning_points=_turning_points(report, found, line, curve),
        annotations=_annotations(report.grades),
        phases=_phases(report, found, line),
        lost=sum(100 * grade.loss for grade in report.grades),
        rate=100 * report.error_rate,
    )


def _turn_at(line: Timeline) -> text.TurnAt:
    """Return a function that maps a move to its turn, or to its hand if there are several."""
    counted = line.deal_at if line.by_deal else line.turn_at
    return lambda number: counted(number - 1) if number else 0


# --- the three sums, the curve and its table


def _sums(report: Report, bar: chart.Bar) -> Sums:
    points = {row.part: row.points for row in bar.rows}
    draws = points["own_draws"] + points["other_draws"]
    luck = points["deal"] + draws
    return Sums(
        luck=luck,
        deal=points["deal"],
        draws=draws,
        you=points["own_decisions"],
        they=points["other_decisions"],
        decisions=len(report.grades),
        good=sum(grade.annotation in text.FAULTLESS for grade in report.grades),
        hinted=sum(grade.number in report.hinted for grade in report.grades),
        even_luck=text.even_luck(report.result - luck / 100),
    )


def _stretches(report: Report, line: Timeline, narrator: Narrator) -> Iterator[Stretch]:
    """Yield a stretch for the deal and for each turn or, if there are several deals, for each deal."""
    by_deal, turn_at, deals = text.has_deals(report), _turn_at(line), 0
    keyed = []
    for step in report.steps:
        deals += step.kind == DEAL
        keyed.append((deals if by_deal else turn_at(step.number), step))
    for key, group in groupby(keyed, key=lambda pair: pair[0]):
        steps = [step for _key, step in group]
        moved = {step.seat for step in steps if step.seat is not None}
        yield Stretch(
            title=str(key) if key else _("The deal"),
            names="" if by_deal else narrator.players(sorted(moved)),
            luck=sum(100 * step.change for step in steps if step.kind != DECISION),
            decisions=sum(100 * step.change for step in steps if step.kind == DECISION),
            chance=steps[-1].chance,
            at=steps[-1].number,
        )


def _ticks(report: Report, line: Timeline) -> list[chart.Tick]:
    """Return the numbers below the curve, nine at most: of deals if there are several, otherwise of turns."""
    deals = [step.number for step in report.steps if step.kind == DEAL]
    starts = deals if len(deals) > 1 else [number for number, _seats in line.turns]
    every = -(-len(starts) // 9) or 1
    last = max(line.last, 1)
    return [
        chart.Tick(chart.percent(number / last), place)
        for place, number in enumerate(starts, start=1)
        if (place - 1) % every == 0
    ]


def _most_changing(report: Report, narrator: Narrator, line: Timeline, curve: chart.Curve) -> MostChanging | None:
    found = text.draw_that_changed_most(report, narrator, _turn_at(line))
    return MostChanging(curve.point(found[0]), found[1]) if found else None


# --- decisions


def _annotations(grades: Iterable[Grade]) -> list[AnnotationCount]:
    counts = Counter(grade.annotation for grade in grades)
    return [
        AnnotationCount(annotation, text.annotation_name(annotation), counts[annotation])
        for annotation in text.ANNOTATIONS
    ]


def _decision(position: Position, turn_at: text.TurnAt) -> Decision:
    grade = position.grade
    is_costly = grade.annotation not in text.FAULTLESS
    return Decision(
        number=grade.number,
        turn=turn_at(grade.number),
        annotation=grade.annotation,
        annotation_name=text.annotation_name(grade.annotation),
        says=position.says[grade.move],
        loss=100 * grade.loss,
        better=position.says[grade.best] if is_costly else SafeString(),
        gave_up=position.gave_up,
    )


def _phases(report: Report, found: dict[int, Position], line: Timeline) -> list[Phase]:
    phases = []
    for phase, rate in report.error_rates.items():
        judged = [found[each.number] for each in report.grades if each.phase == phase]
        decisions = [_decision(position, _turn_at(line)) for position in judged]
        costly = [decision for decision in decisions if decision.annotation not in text.FAULTLESS]
        others = [decision for decision in decisions if decision.annotation in text.FAULTLESS]
        if decisions:
            phases.append(Phase(text.phase_name(phase), 100 * rate, _by_turn(costly), _by_turn(others), len(others)))
    return phases


def _by_turn(decisions: Sequence[Decision]) -> list[Turn]:
    return [Turn(turn, list(those)) for turn, those in groupby(decisions, key=lambda decision: decision.turn)]


def _turning_points(
    report: Report, found: dict[int, Position], line: Timeline, curve: chart.Curve
) -> list[TurningPoint]:
    numbers = sorted(number for number in report.turning_points if number in found)
    return [
        _turning_point(place, report, found[point.number], line, point)
        for place, point in enumerate(curve.points(numbers), start=1)
    ]


def _turning_point(place: int, report: Report, position: Position, line: Timeline, point: chart.Point) -> TurningPoint:
    grade, decision = position.grade, _decision(position, _turn_at(line))
    steps = [
        step
        for step in report.steps
        if step.number == grade.number and step.kind == DECISION and step.seat == report.seat
    ]
    return TurningPoint(
        place=place,
        decision=decision,
        point=point,
        points=-decision.loss if decision.better else 100 * sum(step.change for step in steps),
        knew=position.knew,
        did=position.did,
        better=decision.better,
        why=text.grade_text(grade),
        reasons=position.reasons,
        turned_out=text.turned_out(grade, steps),
        paragraphs=[Paragraph(number, paragraph_id(number)) for number in position.paragraphs],
        candidates=[_candidate(option, grade, position) for option in _options(grade)],
        by_deal=line.by_deal,
    )


MOST_CANDIDATES = 4


def _options(grade: Grade) -> list[Option]:
    best, rest = grade.options[:MOST_CANDIDATES], grade.options[MOST_CANDIDATES:]
    return [*best, *(option for option in rest if option.move == grade.move)]


def _candidate(option: Option, grade: Grade, position: Position) -> Candidate:
    return Candidate(
        says=position.says[option.move],
        chance=option.chance,
        error=100 * chart.LIKELY * option.error,
        width=chart.percent(option.chance),
        is_best=option.move == grade.best,
        is_yours=option.move == grade.move,
    )

"""Work on Reviews in the background, in slices of a second or two, one Review at a time.

A task works on one slice, stores the result, and enqueues a slice of the Review that is then first in the queue.
Computer players, which share the task queue, thus wait for one slice at most. A Review is claimed while a task for it
waits or runs; if a worker is killed or a task is lost, the sweep enqueues it again when the claim ends, and only the
slice is lost. A Review that can't be finished fails, so that it blocks no others.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import inf
from random import Random
from time import monotonic
from typing import Any, Self

from celery import current_app
from django import db
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.models import AUTOMATIC, PENDING_REVIEWS, Advice, Move, Player, Review
from games.replay.snapshots import latest, state_after
from games.replay.verification import seated_players, steps_from
from games.review import grading, queue, turn_lines
from games.review.decomposition import LuckSkillSplit
from games.review.evaluation import Evaluator, MoveStep
from games.review.report import Grade, Report, grade_from_json, to_json
from games.review.turn_lines import Action, Comparison, Gathering
from games.rules.contract import RESIGN, State

log = logging.getLogger(__name__)

SLICE = 1.0
"""Seconds after which a task finishes its current move and ends; that move may take another second."""

CLAIM = timedelta(minutes=1)
"""How long a task may wait, or work on a slice, before another task is enqueued."""

MOST_ATTEMPTS = 3
"""Maximum number of attempts at a slice that kills its worker or loses the database."""

BY_CHOICE = {Move.By.PLAYER, *AUTOMATIC}
"""The origins of moves that the player has chosen, directly, by a standing order or by a plan."""


def enqueue() -> None:
    """Enqueue a slice of the first Review in the queue, unless a task is already waiting or running."""
    now = timezone.now()
    if (first := _claim_first(now, now + CLAIM)) is None:
        return
    try:
        claim = (now + CLAIM).isoformat()
        current_app.send_task("games.review", (first.pk, claim), expires=CLAIM.total_seconds(), retry=False)
    except OperationalError:
        log.warning("review %d not queued: the sweep will do it", first.pk, exc_info=True)
        Review.objects.filter(PENDING_REVIEWS, pk=first.pk, claimed_until=now + CLAIM).update(claimed_until=now)


@db.transaction.atomic
def _claim_first(now: datetime, until: datetime) -> Review | None:
    """Claim the first Review until ``until`` and return it.

    Return None if no Review is pending, or if one is already claimed.
    """
    pending = Review.objects.filter(PENDING_REVIEWS)
    # Lock every pending row, so that concurrent claims agree on the first.
    list(pending.select_for_update().order_by("pk").values_list("pk"))
    if pending.filter(claimed_until__gt=now).exists() or (first := queue.queue().first()) is None:
        return None
    pending.filter(pk=first.pk).update(claimed_until=until)
    return first


def work_on(review_pk: int, claim: str) -> None:
    """Work on the next slice of a Review and enqueue another, if the Review is still claimed for this task."""
    until = timezone.now() + CLAIM
    claimed = Review.objects.filter(PENDING_REVIEWS, pk=review_pk, claimed_until=datetime.fromisoformat(claim))
    if not claimed.update(claimed_until=until, status=Review.Status.RUNNING, attempts=F("attempts") + 1):
        return
    review = Review.objects.select_related("player__game").get(pk=review_pk)
    changes = _next_slice(review) | {"claimed_until": None, "attempts": 0}
    Review.objects.filter(pk=review_pk, claimed_until=until).update(**changes)
    enqueue()


def _next_slice(review: Review) -> dict[str, Any]:
    """Work on the next slice and return the Review's changed fields. Raise the error if the database is unreachable."""
    failed = {"status": Review.Status.FAILED, "work": None}
    if review.attempts > MOST_ATTEMPTS:
        log.error("a slice of the review of seat %d was begun %d times and never made", review.player_id, MOST_ATTEMPTS)
        return failed
    try:
        work = ReviewJob(review).slice()
    except (db.OperationalError, db.InterfaceError):
        raise
    except Exception:  # if the rules have changed since the game, they may raise anything
        log.exception("the review of seat %d can't be made", review.player_id)
        return failed
    if work.report is None:
        return {"work": work.to_json(), "progress": work.progress}
    return {
        "status": Review.Status.DONE,
        "work": None,
        "progress": 100,
        "finished_at": timezone.now(),
        "report": to_json(work.report),
        "result": work.report.result,
        "luck": work.report.luck,
        "error_rate": work.report.error_rate,
        "decisions": len(work.report.grades),
    }


@dataclass
class Work:
    """The state of a Review after move ``number``, with the decision that is still being compared, if any."""

    split: LuckSkillSplit
    number: int = 0
    progress: int = 0
    grades: list[Grade] = field(default_factory=list)
    comparison: Comparison | None = None
    report: Report | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "account": self.split.to_json(),
            "number": self.number,
            "judgements": self.grades,
            "comparison": self.comparison and self.comparison.to_json(),
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        grades = [grade_from_json(each) for each in stored["judgements"]]
        compared = stored.get("comparison")  # missing in Reviews begun by an earlier version
        comparison = Comparison.from_json(compared) if compared else None
        return cls(LuckSkillSplit.from_json(stored["account"]), stored["number"], 0, grades, comparison)


class ReviewJob:
    """A job that continues a Review after its last slice; its random ``seed`` is by default the table's public id."""

    def __init__(self, review: Review, seed: str = "") -> None:
        self.stored, self.player = review.work, review.player
        self.seat, self.game = self.player.place, self.player.game
        self.players: Sequence[Player] = seated_players(self.game)
        self.moves = list(self.game.moves.order_by("number"))
        # A Review keeps its initial number of samples, even if the setting has changed.
        self.samples = len(self.stored["account"]["values"]) if self.stored else settings.REVIEW_SAMPLES
        self.seed = seed or self.game.public_id
        self.evaluator = Evaluator(self.game.rules, self.game.options, self.seat, self.samples, self.seed)
        self.effort = turn_lines.Effort.of(self.samples)
        self.gathering = Gathering()

    def slice(self) -> Work:
        """Return the work after one more slice, with a report once the whole Review is made.

        Raise `ReplayMismatch` if the replay fails, or `NoSample` if no position fits a view.
        """
        end = monotonic() + SLICE
        number = self.stored["number"] if self.stored else 0
        state = self._state(number)
        work = Work.from_json(self.stored) if self.stored else Work(LuckSkillSplit.opened(self.evaluator, state))
        self._compare(work, end)
        for step, row in self._steps(state, number):
            work.split.move(self.evaluator, step)
            self._grade(work, step, row)
            work.number, work.progress = step.number, 100 * step.number // len(self.moves)
            self._compare(work, end)
            if monotonic() >= end and not self.gathering.actions and step.number < self.moves[-1].number:
                return work
        self._decide(work, self.gathering.end())
        self._compare(work, end)
        if work.comparison is None:
            work.report = self._report(work, state)
        return work

    def _grade(self, work: Work, step: MoveStep, row: Move) -> None:
        is_choice = self._is_choice(step, row)
        if self.game.rules.automation.TURN_LINES is None:
            work.grades += [self._grade_of(step, row)] if is_choice else []
            return
        if not is_choice:
            self._decide(work, self.gathering.add(None))
            return
        place = self._place(step, row)._replace(turn=step.before.turn)  # the end of a turn is stored with the next one
        action = Action(place, step.before.full_view(self.seat), step.text)
        self._decide(work, self.gathering.add(action, commits=step.before.commits(self.seat, step.text)))

    def _decide(self, work: Work, decisions: Iterable[Sequence[Action]]) -> None:
        for actions in decisions:
            self._compare(work, inf)
            place = actions[0].place
            missed = turn_lines.missed_actions(work.grades, place.turn)
            rng = Random(f"{self.seed} {place.number}")
            work.comparison = turn_lines.compare(self.game.rules, actions, missed, self.effort, rng)

    def _compare(self, work: Work, end: float) -> None:
        """Play more deals for the decision in progress until ``end``, and grade it once its annotation is clear."""
        if (comparison := work.comparison) is None:
            return
        view = self._state(comparison.place.number - 1).full_view(self.seat)
        comparison.play(self.game.rules, view, self.effort, self.seed)
        while not comparison.is_clear(self.game.rules, self.effort):
            if monotonic() >= end:
                return
            comparison.play(self.game.rules, view, self.effort, self.seed)
        work.grades.append(comparison.grade(self.game.rules))
        work.comparison = None

    def _state(self, number: int) -> State:
        snapshot = latest(self.game, number)
        first = snapshot.number if snapshot else -1
        return state_after(self.game, self.players, self.moves[first + 1 : number + 1], number, snapshot).copy()

    def _steps(self, state: State, number: int) -> Iterator[tuple[MoveStep, Move]]:
        """Yield the moves after ``number`` with their rows, and advance the state."""
        before = state.copy()
        for step in steps_from(self.game, self.players, state, number, self.moves[number + 1 :]):
            assert step.move.seat is not None
            yield MoveStep(step.move.number, step.move.seat, step.move.text, before, state, step.events), step.move
            before = state.copy()

    def _is_choice(self, step: MoveStep, row: Move) -> bool:
        is_own = step.seat == self.seat and row.by in BY_CHOICE and step.text != RESIGN
        return is_own and len(step.before.legal_moves(self.seat)) > 1

    def _place(self, step: MoveStep, row: Move) -> grading.Place:
        return grading.Place(step.number, row.turn, grading.phase(row.turn, self.moves[-1].turn))

    def _grade_of(self, step: MoveStep, row: Move) -> Grade:
        view, rng = step.before.full_view(self.seat), Random(f"{self.seed} {step.number}")
        budget = grading.budget(self.samples)
        return grading.grade_move(self.game.rules, view, step.text, self._place(step, row), budget, rng)

    def _report(self, work: Work, state: State) -> Report:
        grades = work.grades
        return Report(
            seat=self.seat,
            seats=state.seats,
            fair=1 / state.seats,
            result=self.game.rules.automation.chances(state)[self.seat],
            **work.split.shares(),
            steps=tuple(work.split.steps),
            grades=tuple(grades),
            turning_points=grading.turning_points(grades),
            error_rates=grading.error_rates(grades),
            error_rate=grading.error_rate(grades),
            hinted=self._hinted(),
        )

    def _hinted(self) -> tuple[int, ...]:
        advised = set(Advice.objects.filter(player=self.player).values_list("number", "text"))
        own = (move for move in self.moves if move.seat == self.seat)
        return tuple(move.number for move in own if (move.number, move.text) in advised)

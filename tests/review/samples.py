"""Reports on recorded games with invented numbers that add up, for tests and pictures of the Review's pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from django.utils import timezone

from games.core.store import read_events
from games.models import Game, Move, Player, Review
from games.replay import records
from games.replay.verification import replay_steps, seated_players
from games.review.report import Grade, Option, Report, Share, Step, to_json
from games.rules import record
from games.rules.contract import DEALT, lay_open
from tests.cast import found_or_made

RECORDS = Path(__file__).parents[1] / "records"
POKER = "chicago_poker/three-of-a-type"
SWEDISH = "swedish_chicago/chicago-needed-and-made"
NAMES = ("alice", "bob", "carol", "dora", "emil", "fred")
LOSSES = {"best": 0.0, "good": 0.002, "inaccuracy": 0.016, "mistake": 0.042, "blunder": 0.098}
"""The loss that a sample's decision has for each annotation."""


def finished_game(path: str = POKER, name: str = "Lakeshore Nights", **facts: object) -> Game:
    """Return a recorded game as if alice (in the first seat), bob and others had played it to its end."""
    game = records.store_record(record.read((RECORDS / f"{path}.record.json").read_text(encoding="utf-8")))
    for player, who in zip(game.players.order_by("seat"), NAMES, strict=False):
        user = found_or_made(who)
        Player.objects.filter(pk=player.pk).update(user=user, name="")
    Game.objects.filter(pk=game.pk).update(name=name, **({"public": True} | facts))
    return Game.objects.get(pk=game.pk)


def report_on(game: Game, seat: int = 0, seed: int = 1) -> Report:
    """Return a report on a finished game for one seat, with the steps and decisions of the game."""
    rng = Random(seed)
    steps = _adding_up(game, list(_steps(game, seat, rng)), seat)
    grades = tuple(_grades(game, seat, rng))
    worst = sorted(grades, key=lambda each: -each.loss)[:3]
    phases = dict.fromkeys(each.phase for each in grades)
    rates = {phase: _mean([each.loss for each in grades if each.phase == phase]) for phase in phases}
    return Report(
        seat=seat,
        seats=game.size,
        fair=1 / game.size,
        result=_result(game, seat),
        deal=_share(steps, lambda step: step.kind == "deal"),
        own_draws=_share(steps, lambda step: step.kind == "draw" and step.seat == seat),
        other_draws=_share(steps, lambda step: step.kind == "draw" and step.seat != seat),
        own_decisions=_share(steps, lambda step: step.kind == "decision" and step.seat == seat),
        other_decisions=_share(steps, lambda step: step.kind == "decision" and step.seat != seat),
        steps=tuple(steps),
        grades=grades,
        turning_points=tuple(sorted(each.number for each in worst)),
        error_rates=rates,
        error_rate=_mean([each.loss for each in grades]),
    )


def _result(game: Game, seat: int) -> float:
    winners = game.outcome["winners"] or range(game.size)
    return (seat in winners) / len(winners)


def _steps(game: Game, seat: int, rng: Random) -> Iterator[Step]:
    """Yield steps with random changes and without chances."""
    for move in game.moves.order_by("number"):
        events = read_events(move.events)
        kinds = {event.kind for event in events}
        if move.number:
            yield _step(move, "decision", rng.gauss(0, 0.012))
        if move.number and any(game.rules.presentation.drawn(lay_open(event)) for event in events):
            yield _step(move, "draw", rng.gauss(0, 0.02))
        if DEALT in kinds or not move.number:
            yield _step(move, "deal", rng.gauss(0.02, 0.02))._replace(seat=None)


def _step(move: Move, kind: str, change: float) -> Step:
    return Step(move.number, move.seat, kind, change, 0.002, 0.0, move.turn)


def _adding_up(game: Game, steps: list[Step], seat: int) -> list[Step]:
    """Return the steps scaled to lead from the fair share to the result, with chances from 0 to 1."""
    chance, found = 1 / game.size, []
    for step in steps:
        after = _result(game, seat) if step is steps[-1] else min(max(chance + step.change, 0.02), 0.98)
        found.append(step._replace(change=after - chance, chance=after))
        chance = after
    return found


def _grades(game: Game, seat: int, rng: Random) -> Iterator[Grade]:
    """Yield a grade for each move of the seat that had a choice."""
    legal: tuple[str, ...] = ()
    last = game.moves.count()
    for step in replay_steps(game, seated_players(game), game.moves.order_by("number")):
        move = step.move
        if move.seat == seat and len(legal) > 1:
            phase = ("opening", "middle", "end")[min(2, 3 * move.number // last)]
            yield _grade(move, phase, legal, rng)
        legal = tuple(step.state.legal_moves(seat))


def _grade(move: Move, phase: str, legal: tuple[str, ...], rng: Random) -> Grade:
    annotation = rng.choices(list(LOSSES), (60, 20, 10, 6, 4))[0]
    others = [other for other in legal if other != move.text]
    chance, loss = rng.uniform(0.1, 0.7), LOSSES[annotation]
    best = move.text if annotation == "best" else rng.choice(others)
    mine = Option(move.text, chance, 0.006)
    options = [mine] if annotation == "best" else [Option(best, chance + loss, 0.005), mine]
    for other in rng.sample(others, min(3, len(others))):
        if other != best:
            options.append(Option(other, chance - rng.uniform(0.01, 0.09), 0.006))
    options.sort(key=lambda option: option.chance, reverse=True)
    return Grade(move.number, move.turn, phase, move.text, best, chance, loss, 0.006, annotation, tuple(options))


def _share(steps: list[Step], wanted: Callable[[Step], bool]) -> Share:
    found = [step for step in steps if wanted(step)]
    return Share(sum(step.change for step in found), sum(step.error**2 for step in found) ** 0.5)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def made_review(game: Game, seat: int = 0, seed: int = 1) -> Review:
    report = report_on(game, seat, seed)
    return Review.objects.create(
        player=Player.objects.get(game=game, seat=seat),
        status=Review.Status.DONE,
        progress=100,
        finished_at=timezone.now(),
        report=to_json(report),
        result=report.result,
        luck=report.deal.value + report.own_draws.value + report.other_draws.value,
        error_rate=report.error_rate,
        decisions=len(report.grades),
    )

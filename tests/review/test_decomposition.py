"""The result of a game as a sum of luck and decisions: it adds up, and separates the two."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.review.decomposition import LuckSkillSplit
from games.review.evaluation import Evaluator, MoveStep
from games.review.report import DEAL, DECISION, DRAW
from games.rules import record
from games.rules.contract import State
from tests.combinations import every
from tests.needs import EVERYTHING

RECORDS = sorted(Path("tests/records").glob("*/*.record.json"))
SAMPLES = 2


def split_of(text: str, seat: int, samples: int = SAMPLES) -> tuple[LuckSkillSplit, State]:
    """Return the split of a whole record, and the last position."""
    found = record.read(text)
    state, dealer = record.opening(found)
    evaluator = Evaluator(found.rules, found.options, seat, samples, "a seed")
    split = LuckSkillSplit.opened(evaluator, state)
    for number, written in enumerate(found.moves, 1):
        mover, _space, move = written.partition(" ")
        before = state.copy()
        events = state.apply(int(mover), move, dealer)
        split.move(evaluator, MoveStep(number, int(mover), move, before, state, events))
    return split, state


@pytest.mark.parametrize("path", every(RECORDS, 3), ids=lambda path: path.stem)
def test_the_shares_of_every_record_add_up_to_the_result(path: Path) -> None:
    text = path.read_text()
    rules, seats = record.read(text).rules, len(record.read(text).seats)
    for seat in range(seats) if EVERYTHING else [len(text) % seats]:
        split, last = split_of(text, seat)
        total = 1 / seats + sum(share.value for share in split.shares().values())
        end = rules.automation.chances(last)[seat] if last.outcome else split.steps[-1].chance
        assert total == pytest.approx(end, abs=1e-9)
        changes = 1 / seats + sum(step.change for step in split.steps)
        assert changes == pytest.approx(split.steps[-1].chance, abs=1e-9)


def test_the_two_players_of_a_game_have_opposite_accounts() -> None:
    (path,) = [path for path in RECORDS if path.stem.startswith("chicago-poker-english-short")]
    text = path.read_text()
    (one, _), (other, _) = split_of(text, 0), split_of(text, 1)
    mine, theirs = one.shares(), other.shares()
    assert mine["own_draws"].value == pytest.approx(-theirs["other_draws"].value, abs=1e-9)
    assert mine["own_decisions"].value == pytest.approx(-theirs["other_decisions"].value, abs=1e-9)
    assert mine["deal"].value == pytest.approx(-theirs["deal"].value, abs=1e-9)


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_draws_and_deals_are_luck_and_all_else_is_decided(variant: str) -> None:
    path = next(path for path in RECORDS if path.parent.name == variant)
    found = record.read(path.read_text())
    split, _ = split_of(path.read_text(), 0)
    lucky = {step.number for step in split.steps if step.kind in (DRAW, DEAL)}
    drawing = {"draw"} if variant == "chicago_poker" else {"exchange"}
    for number, written in enumerate(found.moves, 1):
        verb = written.split()[1]
        if verb in drawing and len(written.split()) > 2 - (variant == "chicago_poker"):
            assert number in lucky, written
        if verb in {"announce", "pass"} and number in lucky:
            assert any(step.kind == DEAL for step in split.steps if step.number == number), written
    assert {step.number for step in split.steps if step.kind == DECISION} == set(range(1, len(found.moves) + 1))


def test_an_account_is_the_same_after_a_break() -> None:
    (path,) = [path for path in RECORDS if path.stem.startswith("chicago-poker-english-short")]
    split, _ = split_of(path.read_text(), 0)
    assert LuckSkillSplit.from_json(split.to_json()) == split

"""``make new-game`` creates a game that is registered, playable and correctly named."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import new_game

PLAYED = """
from random import Random
from games.rules import RULES
rules, rng = RULES["sample_game"], Random(1)
state, _ = rules.engine.state_class.new({}, 3, lambda pieces: rng.sample(pieces, len(pieces)))
while state.to_move:
    seat = min(state.to_move)
    state.apply(seat, rules.automation.policy(state.view(seat)), lambda pieces: rng.sample(pieces, len(pieces)))
print(list(RULES), rules.engine.NAME, type(rules.engine).__name__, state.outcome.reason)
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the files that the command reads and changes."""
    for folder in ("games/rules", str(new_game.EXAMPLE), "tests/records"):
        shutil.copytree(new_game.ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.pyc", "*.json*"))
    for package in ("games", "tests"):
        (tmp_path / package / "__init__.py").touch()
    return tmp_path


def test_the_new_game_can_be_played_at_once(house: Path) -> None:
    new_game.lay_out(house, "sample_game")
    done = subprocess.run([sys.executable, "-c", PLAYED], cwd=house, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith("['chicago_poker', 'swedish_chicago', 'sample_game'] Sample Game SampleGameEngine ")


def test_nothing_of_the_example_is_left_in_it(house: Path) -> None:
    package = new_game.lay_out(house, "sample_game")
    for file in package.iterdir():
        assert "crazy" not in file.read_text(encoding="utf-8").lower()


@pytest.mark.parametrize("variant", ["abacus", "sample_game", "whist"])
def test_imports_stay_sorted_for_lint(house: Path, variant: str) -> None:
    new_game.lay_out(house, variant)
    lines = (house / "games/rules/__init__.py").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith("from games.rules import "))
    imported = line.removeprefix("from games.rules import ").split(", ")
    assert variant in imported
    assert imported == sorted(imported)


def test_its_golden_records_are_found(house: Path) -> None:
    new_game.lay_out(house, "sample_game")
    command = [sys.executable, "-m", "tests.records.make", "sample_game", "first-out", "resignation"]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found = sorted(file.name for file in (house / "tests/records/sample_game").glob("*.json"))
    assert found == ["first-out.record.json", "resignation.record.json"]


@pytest.mark.parametrize("variant", ["", "Sample Game", "../x", "1st", "a" * 31, "chicago_poker"])
def test_what_can_be_no_game_is_refused_and_nothing_written(house: Path, variant: str) -> None:
    before = sorted(house.rglob("*"))
    with pytest.raises(ValueError, match=r"no name|exists"):
        new_game.lay_out(house, variant)
    assert sorted(house.rglob("*")) == before

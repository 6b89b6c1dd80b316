"""Every record in tests/records, discovered automatically, replays to its outcome and positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules import RULES, record

FOLDER = Path(__file__).parent.parent / "records"
FILES = sorted(FOLDER.glob("*/*.record.json"))
every_record = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name.split('.')[0]}")


def load(file: Path) -> record.Record:
    return record.read(file.read_text(encoding="utf-8"))


@every_record
def test_replays_to_its_outcome(file: Path) -> None:
    written = load(file)
    assert record.outcome_json(record.check(written).outcome) == written.outcome


@every_record
def test_positions(file: Path) -> None:
    positions = file.with_name(file.name.replace(".record.json", ".positions.jsonl"))
    if positions.exists():
        lines = positions.read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == list(record.positions(load(file)))


@every_record
def test_default_moves_never_get_stuck_in_records(file: Path) -> None:
    """Ties, stalemates and resignations are rare in random games, so recorded ones are used."""
    written = load(file)
    for state in record.replay(written):
        for seat in state.to_move:
            assert written.rules.automation.default_move(state.view(seat)) in state.legal_moves(seat)


@every_record
def test_written_as_it_was_read(file: Path) -> None:
    assert record.write(load(file)) == file.read_text(encoding="utf-8")


@every_record
def test_is_in_the_folder_of_its_game(file: Path) -> None:
    assert load(file).game == file.parent.name


def test_every_game_has_records() -> None:
    assert {file.parent.name for file in FILES} == set(RULES)


@pytest.mark.parametrize("variant", RULES)
def test_every_way_to_end_a_game_has_a_record(variant: str) -> None:
    outcomes = [load(file).outcome for file in FILES if file.parent.name == variant]
    assert {outcome["reason"] for outcome in outcomes if outcome} == set(RULES[variant].engine.REASONS)


@pytest.mark.parametrize("variant", RULES)
def test_every_value_of_every_option_has_a_record(variant: str) -> None:
    written = [load(file).options for file in FILES if file.parent.name == variant]
    for option in RULES[variant].engine.OPTIONS:
        assert {options[option.name] for options in written} == {choice.value for choice in option.choices}

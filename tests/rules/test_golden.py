"""Finished games found by themselves: every record below tests/records replays to its outcome and its positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules import RULES, record
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.ending import REASONS as POKER_REASONS
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.ending import REASONS as SWEDISH_REASONS

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
def test_nobody_is_stuck_who_leaves_the_seat_to_the_plainest_moves(file: Path) -> None:
    """Ties, stalemates and resignations are rare in games played at random."""
    written = load(file)
    for state in record.replay(written):
        for seat in state.to_move:
            assert written.rules.default_move(state.view(seat)) in state.legal_moves(seat)


@every_record
def test_written_as_it_was_read(file: Path) -> None:
    assert record.write(load(file)) == file.read_text(encoding="utf-8")


@every_record
def test_lies_in_the_folder_of_its_game(file: Path) -> None:
    assert load(file).game == file.parent.name


def test_every_game_has_records() -> None:
    assert {file.parent.name for file in FILES} == set(RULES)


@pytest.mark.parametrize(
    ("slug", "reasons"),
    [(chicago_poker.SLUG, POKER_REASONS), (swedish_chicago.SLUG, SWEDISH_REASONS)],
)
def test_every_way_to_end_a_game_has_a_record(slug: str, reasons: tuple[str, ...]) -> None:
    outcomes = [load(file).outcome for file in FILES if file.parent.name == slug]
    assert {outcome["reason"] for outcome in outcomes if outcome} == set(reasons)


@pytest.mark.parametrize("slug", RULES)
def test_every_value_of_every_option_has_a_record(slug: str) -> None:
    written = [load(file).options for file in FILES if file.parent.name == slug]
    for option in RULES[slug].OPTIONS:
        assert {options[option.name] for options in written} == {choice.value for choice in option.choices}


def test_a_stalemate_with_and_without_a_winner_is_on_record() -> None:
    outcomes = [load(file).outcome for file in FILES if file.parent.name == chicago_poker.SLUG]
    assert {bool(outcome["winners"]) for outcome in outcomes if outcome and outcome["reason"] == "stalemate"} == {
        True,
        False,
    }


@pytest.mark.parametrize("edition", ["english", "french"])
def test_each_edition_has_a_tie_on_record(edition: str) -> None:
    written = [load(file) for file in FILES if file.parent.name == chicago_poker.SLUG]
    assert any(each.options["edition"] == edition and any(" send " in move for move in each.moves) for each in written)


TOLD_OF_A_HAND = {
    "reshuffled", "showed", "opened", "took", "refused", "sealed", "revealed", "level", "silent", "fell", "choosing",
    "chose", "reset", "declared", "made", "broken", "hands", "best", "hand over", "won", "resigned", "over",
}  # fmt: skip


def test_everything_that_can_happen_in_swedish_chicago_is_on_record() -> None:
    """Every way in which a round or a hand can end, and every reason to score."""
    kinds: set[str] = set()
    reasons: set[str] = set()
    for file in FILES:
        if file.parent.name == swedish_chicago.SLUG:
            written = load(file)
            state, dealer = record.opening(written)
            for move in written.moves:
                events = state.apply(int(move[0]), move[2:], dealer)
                kinds |= {event.kind for event in events}
                reasons |= {event.details["why"] for event in events if event.kind in ("scored", "level")}
    assert kinds >= TOLD_OF_A_HAND
    scored = {"announcement", "chicago", "broken", "breaker", "last trick", "best hand", "quads"}
    assert reasons == scored | {"equal", "none"}

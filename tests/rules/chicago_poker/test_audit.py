"""Bugs found by the audit of the rules, each with the paragraph that it violated."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.rules import record
from tests.rules.chicago_poker.tables import FRENCH, do, kinds, table

FILE = Path(__file__).parents[2] / "records/chicago_poker/chicago-poker-english-short.record.json"


def test_8_5_someone_elses_resignation_does_not_fire_a_marker_set_this_turn() -> None:
    state = table(["1R", "2R", "3R"], {"brewery1": ["4R 5R 6R 7R", "8R"]})
    do(state, "play 1R brewery1")
    assert kinds(do(state, "2 resign")) == ["resigned"]
    assert state.position()["street"][0]["markers"] == [0]
    assert (state.to_move, state.due) == ({0}, 2)


def test_8_4_a_shootout_of_a_stalemate_carries_its_own_paragraph() -> None:
    state = table(["", ""], {"jazz1": ["", "1M"]}, options=FRENCH, due=0, extra=3)
    events = do(state, *["end"] * 6)
    assert [event.paragraph for event in events if event.kind == "shootout"] == ["8.4"]
    assert [event.details["caller"] for event in events if event.kind == "shootout"] == [None]


def bent(bend: Callable[[Any], object]) -> str:
    raw = json.loads(FILE.read_text(encoding="utf-8"))
    bend(raw)
    return json.dumps(raw)


def refusal(text: str) -> str:
    with pytest.raises(record.RecordError) as refused:
        record.check(record.read(text))
    return str(refused.value)


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31m", "\ud800", "a" * 5000])
def test_record_2_4_the_name_of_an_unknown_option_stays_one_short_line(name: str) -> None:
    line = refusal(bent(lambda raw: raw["options"].update({name: True})))
    assert (len(line) < 80, line.isprintable()) == (True, True)


def test_record_2_4_an_outcome_nested_deeper_than_python_can_write() -> None:
    deep: list[Any] = []
    for _ in range(2000):
        deep = [deep]
    read = record.read(bent(lambda raw: None))
    with pytest.raises(record.RecordError, match=r"^outcome: "):
        record.check(replace(read, outcome=deep))


def test_record_2_4_a_seat_that_the_game_does_not_have_is_no_seat() -> None:
    line = refusal(bent(lambda raw: raw["moves"].insert(0, "2 draw")))
    assert line == "move 1: does not begin with a seat: '2 draw'"

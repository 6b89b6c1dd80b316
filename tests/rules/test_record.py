"""Reading, refusing and writing records, and the replay from the shell (records.md 2 and 3)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import record
from games.rules.__main__ import main

FILE = Path(__file__).parent.parent / "records/chicago_poker/chicago-poker-english-short.record.json"
TEXT = FILE.read_text(encoding="utf-8")
Raw = dict[str, Any]


def bent(bend: Callable[[Raw], object]) -> str:
    raw = json.loads(TEXT)
    bend(raw)
    return json.dumps(raw)


def refusal(text: str) -> record.RecordError:
    with pytest.raises(record.RecordError) as refused:
        record.check(record.read(text))
    return refused.value


@pytest.mark.parametrize(
    ("place", "bend"),
    [
        ("format", lambda raw: raw.update(format="chicago-record/2")),
        ("format", lambda raw: raw.pop("format")),
        ("game", lambda raw: raw.update(game="poker")),
        ("game", lambda raw: raw.update(game=["chicago_poker"])),
        ("options", lambda raw: raw.update(options=[])),
        ("edition", lambda raw: raw["options"].update(edition="polish")),
        ("edition", lambda raw: raw["options"].update(edition=True)),
        ("short", lambda raw: raw["options"].pop("short")),
        ("short", lambda raw: raw["options"].update(short=1)),
        ("colour", lambda raw: raw["options"].update(colour="red")),
        ("seats", lambda raw: raw.update(seats=["alice"])),
        ("seats", lambda raw: raw.update(seats="alice, bob")),
        ("seats", lambda raw: raw.update(seats=["alice", 2])),
        ("table", lambda raw: raw.pop("table")),
        ("table", lambda raw: raw.update(table="\ud800")),
        ("deal", lambda raw: raw.update(deal=None)),
        ("commitment", lambda raw: raw["deal"].update(commitment="00" * 32)),
        ("commitment", lambda raw: raw["deal"].update(commitment=raw["deal"]["commitment"].upper())),
        ("secret", lambda raw: raw["deal"].update(secret="ab" * 31)),
        ("secret", lambda raw: raw["deal"].update(secret=raw["deal"]["secret"].upper())),
        ("secret", lambda raw: raw["deal"].pop("secret")),
        ("secret", lambda raw: raw["deal"].update(secret=None)),
        ("entropy", lambda raw: raw["deal"]["entropy"].pop()),
        ("entropy", lambda raw: raw["deal"].update(entropy=["", ""])),
        ("moves", lambda raw: raw.update(moves={})),
        ("moves", lambda raw: raw["moves"].append(7)),
        ("move 1", lambda raw: raw["moves"].insert(0, "1 fold")),
        ("move 2", lambda raw: raw["moves"].insert(1, "draw")),
        ("move 2", lambda raw: raw["moves"].insert(1, "01 end")),
        ("move 2", lambda raw: raw["moves"].insert(1, "٣ end")),
        ("move 2", lambda raw: raw["moves"].insert(1, "9 end")),
        ("move 2", lambda raw: raw["moves"].insert(1, "")),
        ("move 68", lambda raw: raw["moves"].append("1 draw")),
        ("outcome", lambda raw: raw.pop("outcome")),
        ("outcome", lambda raw: raw.update(outcome=None)),
        ("outcome", lambda raw: raw["outcome"].update(winners=[1])),
        ("outcome", lambda raw: raw["outcome"].update(winners=[False])),
        ("outcome", lambda raw: raw["outcome"].update(extra=1)),
        ("outcome", lambda raw: raw["moves"].pop()),
    ],
)
def test_2_4_refused_with_the_place(place: str, bend: Callable[[Raw], object]) -> None:
    assert refusal(bent(bend)).place == place


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '{"format": 1}'])
def test_2_4_malformed_records_are_refused(text: str) -> None:
    assert refusal(text).place in ("record", "format")


def test_2_2_an_option_newer_than_the_record_has_its_assumed_value() -> None:
    raw = json.loads((FILE.parent.parent / "swedish_chicago/fifty-two.record.json").read_text(encoding="utf-8"))
    del raw["options"]["target"]
    older = record.read(json.dumps(raw))
    assert older.options["target"] == "52"
    assert record.outcome_json(record.check(older).outcome) == older.outcome


def test_2_4_an_illegal_move_is_reported_with_the_refusal_of_the_rules() -> None:
    refused = refusal(bent(lambda raw: raw["moves"].insert(0, "0 draw")))
    assert refused.illegal is not None
    assert (refused.illegal.code, refused.illegal.paragraph) == ("not_your_turn", "3.1")


def test_2_4_moves_may_stop_before_the_end() -> None:
    written = record.read(bent(lambda raw: raw.update(moves=raw["moves"][:10], outcome=None)))
    assert record.check(written).outcome is None


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=5),
    st.data(),
)
def test_2_4_altered_records_raise_only_record_errors(value: object, data: st.DataObject) -> None:
    raw = json.loads(TEXT)
    inside = data.draw(st.sampled_from([raw, raw["options"], raw["deal"], raw["outcome"]]))
    inside[data.draw(st.sampled_from(sorted(inside)))] = value
    assert "\n" not in refusal_if_any(json.dumps(raw))


def refusal_if_any(text: str) -> str:
    """Return the reason why the record is refused, or an empty string for a valid record."""
    try:
        record.check(record.read(text))
    except record.RecordError as refused:
        return str(refused)
    return ""


def test_2_a_record_without_moves_can_be_written() -> None:
    text = record.write(record.read(bent(lambda raw: raw.update(moves=[], outcome=None))))
    assert '"moves": [],' in text
    assert record.write(record.read(text)) == text


def test_2_3_the_record_of_a_running_game_holds_no_secret() -> None:
    text = bent(lambda raw: (raw["deal"].pop("secret"), raw.update(moves=["1 play ? jazz1"], outcome=None)))
    written = record.read(text)
    assert "secret" not in json.loads(record.write(written))["deal"]


def shell(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "games.rules", *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_3_positions_from_the_shell() -> None:
    code, out, err = shell(str(FILE))
    assert (code, err) == (0, "")
    assert out == FILE.with_name(FILE.name.replace("record.json", "positions.jsonl")).read_text(encoding="utf-8")


def test_3_check_from_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(FILE)]) == 0
    assert capsys.readouterr().out == "ok: 67 moves, winner 0 (two of a type)\n"


def test_3_check_of_a_game_going_on_and_of_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--check", str(FILE.with_name("chicago-poker-french.record.json"))])
    main(["--check", str(FILE.with_name("stalemate-draw.record.json"))])
    going_on, draw = capsys.readouterr().out.splitlines()
    assert going_on == "ok: 60 moves, winner not yet known"
    assert draw.endswith("winner nobody (stalemate)")


def test_3_one_line_on_standard_error_and_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(bent(lambda raw: raw["moves"].insert(20, "1 draw")), encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for file in (bad, tmp_path / "binary", tmp_path / "nowhere"):
        assert main([str(file)]) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)

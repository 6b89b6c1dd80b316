"""The runs of ``make test``."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest

from tests import __main__ as entry

RAIDS = [["a.py", ["django_db"]], ["a.py", ["django_db", "both"]], ["b.py", ["browser"]]]


def started(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    tests: list[Any],
    *arguments: str,
    at_once: int = 1,
    failing: int = 0,
) -> tuple[int, list[list[str]], list[str]]:
    """Run `make test ARGS=…` with these matching tests. Return its exit status, its runs and their files.

    Each run ends only after ``at_once`` of them have begun.
    """
    together = Barrier(at_once, timeout=20)
    monkeypatch.chdir(tmp_path)
    begun: list[tuple[list[str], str]] = []

    def run(command: list[str], **_how: Any) -> SimpleNamespace:
        status = 0
        options = dict(word.split("=", 1) for word in command if word.startswith("--") and "=" in word)
        if "--list-tests" in options:
            Path(options["--list-tests"]).write_text(json.dumps(tests))
        else:
            status = failing
            begun.append((command, Path(options["--only-files"]).read_text()))
            together.wait()
        return SimpleNamespace(returncode=status if tests else entry.NOTHING_COLLECTED)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(entry, "silent", lambda *_service: "")
    monkeypatch.setattr(entry, "chromium", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(entry, "ON_CI", False)
    status = entry.main([*arguments])
    commands, read = [command for command, _read in sorted(begun)], [files for _command, files in sorted(begun)]
    return status, commands, read


def test_a_run_without_a_matching_test_is_not_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _status, commands, read = started(monkeypatch, tmp_path, RAIDS, "-k", "raid")
    assert [command[command.index("-m", 2) + 1].split(" and ")[0] for command in commands] == ["browser", "not browser"]
    assert read == ["b.py", "a.py"]


def test_a_waiting_run_is_started_beside_a_computing_one_and_shown_after_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    started(monkeypatch, tmp_path, RAIDS, "-k", "raid", at_once=2)
    said = [line.partition(" took")[0] for line in capsys.readouterr().out.splitlines() if line]
    assert said == ["== SQLite", "SQLite", "== browser", "browser", "What was run has passed."]


def test_every_run_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, tmp_path, RAIDS, "-k", "raid", failing=1)[0] == 1
    assert capsys.readouterr().out.endswith("Failed: SQLite, browser.\n")


def test_few_tests_are_run_without_workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _status, (browser, sqlite), _read = started(
        monkeypatch, tmp_path, [["a.py", ["django_db"]]] * 60 + RAIDS, "-k", "raid"
    )
    assert ("-n0" in sqlite, "-n0" in browser) == (False, True)


def test_arguments_that_match_nothing_are_no_success(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, tmp_path, [], "-k", "raid") == (1, [], [])
    assert capsys.readouterr().out == "No test matches these arguments.\n"


def test_files_of_the_last_run_are_not_taken_for_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _status, commands, _read = started(monkeypatch, tmp_path, RAIDS)
    for file in [word.partition("=")[2] for command in commands for word in command if word.startswith("--durations")]:
        Path(file).touch()
    assert list(tmp_path.glob("var/durations-*.txt"))
    assert not [word for command in commands for word in command[1:] if Path(word).exists()]

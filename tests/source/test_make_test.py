"""What ``make test`` runs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import __main__ as entry

RAIDS = [["django_db"], ["django_db", "both"], ["browser", "flaky"]]
"""The marks of three tests that match."""


def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, marks: list[list[str]]) -> tuple[int, list[list[str]]]:
    """Return the exit status of `make test ARGS=…`, where tests of these marks match, and the runs that it starts."""
    monkeypatch.chdir(tmp_path)
    commands: list[list[str]] = []

    def run(command: list[str], **_how: Any) -> SimpleNamespace:
        files = [word.partition("=")[2] for word in command if word.startswith("--marks-file=")]
        for file in files:
            Path(file).write_text(json.dumps(marks))
        if not files:
            commands.append(command)
        return SimpleNamespace(returncode=0 if marks else entry.NOTHING_COLLECTED)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(entry, "silent", lambda *_service: "")
    monkeypatch.setattr(entry, "chromium", lambda: "/usr/bin/chromium")
    return entry.main(["-k", "raid"]), commands


def test_a_run_without_a_matching_test_is_not_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(entry, "ON_CI", False)
    _status, commands = started(monkeypatch, tmp_path, RAIDS)
    assert [command[command.index("-m", 2) + 1].split(" and ")[0] for command in commands] == ["not browser", "browser"]


def test_few_tests_are_run_without_workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(entry, "ON_CI", False)
    _status, (sqlite, browser) = started(monkeypatch, tmp_path, [["django_db"]] * 60 + RAIDS)
    assert ("-n0" in sqlite, "-n0" in browser) == (False, True)


def test_arguments_that_match_nothing_are_no_success(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, tmp_path, []) == (1, [])
    assert capsys.readouterr().out == "No test matches these arguments.\n"


def test_files_of_the_last_run_are_not_taken_for_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    commands: list[list[str]] = []

    def run(command: list[str], **_how: Any) -> SimpleNamespace:
        commands.append(command)
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", run)
    entry.main([])
    for file in [word.partition("=")[2] for command in commands for word in command if word.startswith("--durations")]:
        Path(file).touch()
    assert list(tmp_path.glob("var/durations-*.txt"))
    assert not [word for command in commands for word in command[1:] if Path(word).exists()]

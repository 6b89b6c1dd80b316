"""What ``make test`` runs."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import __main__ as entry


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

"""A short game day in `make test-all`: nothing is lost despite a few faults."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import database_url
from tests.site import ROOT, inherited

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.whole]

FAULTS = ("web killed on the first", "computers killed on the second", "Redis killed", "PostgreSQL crashed")
"""The faults to cause. The background process is not killed: its unsent mail would arrive five minutes later."""


def run(command: list[str]) -> int:
    """Run the command and return its exit status.

    The command's output goes to the test's. If it takes too long, interrupt it, so that it cleans up.
    """
    with subprocess.Popen(command, cwd=ROOT, env=inherited()) as day:
        try:
            return day.wait(300)
        finally:
            day.send_signal(signal.SIGINT)


def test_nothing_is_lost_on_a_short_game_day(transactional_db: None, tmp_path: Path) -> None:
    page = tmp_path / "gameday.md"
    page.write_text("# Game day\n")
    options = ["--seconds", "30", "--players", "7", "--seed", "5", "--settle", "150", "--pace", "0.5", "--hurried"]
    only = [word for name in FAULTS for word in ("--only", name)]
    command = [sys.executable, "-m", "lab.gameday", *options, *only, "--like", database_url(), "--write", str(page)]
    assert run(command) == 0
    account = page.read_text()
    assert "**Nothing was lost or doubled.**" in account
    assert all(f"| {name}" in account for name in FAULTS)
    assert "| moves accepted | 0 |" not in account

"""Outside players on a bad road: a game of each kind in each way, in `make test-all`, and how moves are counted."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import pytest

from tests.gameday.outside.combination import differences
from tests.processes import database_url
from tests.site import ROOT, inherited


@pytest.mark.parametrize(
    ("sent", "written", "lost", "doubled"),
    [
        ("", "", 0, 0),
        ("abc", "abc", 0, 0),
        ("abc", "ac", 1, 0),
        ("abc", "abbc", 0, 1),
        ("abc", "abd", 1, 1),
        ("ab", "ba", 1, 1),
    ],
)
def test_what_is_lost_and_what_is_doubled(sent: str, written: str, lost: int, doubled: int) -> None:
    assert differences(list(sent), list(written)) == (lost, doubled)


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.programs
@pytest.mark.whole
def test_outside_players_finish_a_game_of_each_kind_in_each_way(transactional_db: None) -> None:
    command = [sys.executable, "-m", "tests.gameday.outside", "--games", "1", "--like", database_url()]
    with subprocess.Popen(command, cwd=ROOT, env=inherited(), stdout=subprocess.PIPE, text=True) as players:
        try:
            said, _errors = players.communicate(timeout=900)
        finally:
            players.send_signal(signal.SIGINT)
    assert players.returncode == 0, said
    assert len(re.findall(r" 1/1 +[1-9]\d* +\d+ +0 +0 ", said)) == 4
    assert "answers lost" in said and "streams cut" in said

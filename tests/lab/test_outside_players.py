"""Bots over an unreliable network: a game of each kind in `make test-all`, and the comparison of moves."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from random import Random

import pytest

from accounts.models import User
from games.models import Game
from lab.gameday.outside.combination import differences, written
from tests.api.caller import Caller
from tests.cast import table_of
from tests.playing import act, asked_seat, legal
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
def test_lost_and_duplicated_moves_are_counted(sent: str, written: str, lost: int, doubled: int) -> None:
    assert differences(list(sent), list(written)) == (lost, doubled)


@pytest.mark.django_db
def test_at_a_table_that_goes_on_no_hidden_move_or_draft_counts_as_lost(alice: User, bob: User) -> None:
    game, rng = table_of(alice, bob, variant="swedish_chicago"), Random(3)
    sent: dict[User, list[str]] = {alice: [], bob: []}
    for _move in range(40):
        seat = asked_seat(Game.objects.get(pk=game.pk))
        sent[seat.user].append(rng.choice(legal(seat)))
        act(seat, sent[seat.user][-1])
    for person, moves in sent.items():
        assert differences(moves, written(game, person)) == (0, 0)
        assert differences([*moves, "play 2c"], written(game, person)) == (1, 0)
    read = [move["move"] for move in Caller(None).get(f"/tables/{game.public_id}/events").json()["moves"][1:]]
    assert any("?" in move for move in read), "a spectator can't tell"


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.whole
def test_outside_players_finish_a_game_of_each_kind(transactional_db: None) -> None:
    command = [sys.executable, "-m", "lab.gameday.outside", "--games", "1", "--like", database_url()]
    with subprocess.Popen(command, cwd=ROOT, env=inherited(), stdout=subprocess.PIPE, text=True) as players:
        try:
            said, _errors = players.communicate(timeout=900)
        finally:
            players.send_signal(signal.SIGINT)
    assert players.returncode == 0, said
    assert len(re.findall(r" 1/1 +[1-9]\d* +\d+ +0 +0 ", said)) == 2
    assert "answers lost" in said and "streams cut" in said

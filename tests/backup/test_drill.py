"""The drill: a backup made under load is restored into an empty cluster, which is checked like the site's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from chicago.backup import archive
from games.models import Game, Move
from games.moderation import actions
from games.stats import ratings
from tests.backup.load import playing
from tests.cast import somebody, table_of
from tests.clusters import Cluster, connected_to
from tests.playing import give_up, play_on
from tests.processes import eventually

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
EARLIER = 20


def opened(number: int) -> list[Game]:
    give_up(play_on(table_of(somebody("winner"), somebody("loser"), rated=True), 30))
    assert ratings.rate("chicago_poker") == 1
    return [table_of(somebody(f"a{each}"), somebody(f"b{each}"), secret=f"{each:064x}") for each in range(number)]


def backed_up_under_load(games: list[Game], root: Path) -> set[tuple[int, int]]:
    """Make a backup during play, and return the moves that were accepted before it began."""
    with playing(games) as load:
        eventually(lambda: len(load.accepted) >= EARLIER)
        before = set(load.accepted)
        call_command("backup", to=root)
        assert load.goes_on()
    return before


def is_sound(before: set[tuple[int, int]]) -> bool:
    """Check that the database has these moves and passes all of the operator's checks."""
    assert before <= set(Move.objects.values_list("game", "number"))
    call_command("verify")
    call_command("check_audit_log")
    call_command("rate", check=True)
    call_command("migrate", check_unapplied=True)
    return True


@pytest.mark.slow
def test_a_dump_under_load_has_every_move_accepted_before_it(
    tmp_path: Path, empty_place: dict[str, Any], moderator: User, bob: User
) -> None:
    actions.mute(moderator, bob, 1, "Insults.")
    before = backed_up_under_load(opened(3), tmp_path)
    [backup] = archive.whole_in(tmp_path)
    with connected_to(**empty_place):
        call_command("restore", backup)
        assert is_sound(before)
        last, stored = archive.check(backup).last_move, Move.objects.latest("pk")
        assert (last["table"], last["number"]) == (stored.game.public_id, stored.number)


@pytest.mark.whole
@pytest.mark.slow
def test_three_dumps_under_more_load_each_into_a_cluster_that_was_empty(
    tmp_path: Path, empty_cluster: Cluster, moderator: User, bob: User
) -> None:
    actions.mute(moderator, bob, 1, "Insults.")
    games = opened(12)
    before = [backed_up_under_load(games, tmp_path / str(number)) for number in range(3)]
    for number, moves in enumerate(before):
        [backup] = archive.whole_in(tmp_path / str(number))
        with connected_to(HOST="127.0.0.1", PORT=str(empty_cluster.port), USER="postgres", NAME="postgres"):
            call_command("restore", backup, overwrite=bool(number))
            assert is_sound(moves)

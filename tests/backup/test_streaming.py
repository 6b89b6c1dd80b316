"""A real streaming replica: its reads, and when it lags, is unavailable or is promoted."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Game, Heartbeat, Move, Player
from tests.cast import somebody, table_of
from tests.clusters import Cluster, connected_to
from tests.playing import act, give_up, legal, play_on
from tests.processes import Process, Processes, Visitor, eventually

pytestmark = [pytest.mark.postgres, pytest.mark.whole, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def standby(primary: Cluster, clusters: Path) -> Cluster:
    cluster = Cluster(clusters / "standby")
    cluster.follow(primary)
    return cluster


@pytest.fixture
def web(primary: Cluster, standby: Cluster, site: Processes) -> Process:
    Heartbeat.note("games.sweep", timezone.now() + timedelta(minutes=1))
    site.environment |= {"DATABASE_URL": f"{primary.url}/room", "REPLICA_URL": f"{standby.url}/room"}
    (process,) = site.start("web")
    return process


def profile(web: Process, who: User | None = None) -> str:
    answer = Visitor(who).get(f"{web.url}/people/alice/")
    assert answer.status == 200
    return answer.text


def freeze(standby: Cluster, primary: Cluster) -> None:
    eventually(lambda: standby.has_replayed(primary))
    standby.sql("SELECT pg_wal_replay_pause()")


def test_what_is_over_comes_from_the_replica_and_a_running_game_never(
    primary: Cluster, standby: Cluster, web: Process
) -> None:
    alice, bob = somebody("alice"), somebody("bob")
    over, running = give_up(table_of(alice, bob, name="Old")), table_of(alice, bob, name="New")
    freeze(standby, primary)
    Game.objects.filter(pk=over.pk).update(name="Renamed")
    assert ">Old" in profile(web) and "Renamed" not in profile(web)
    assert "Renamed" in profile(web, alice)
    assert "Old" in Visitor(alice).get(f"{web.url}/games/{over.public_id}/replay/").text

    me = Player.objects.select_related("game", "user").get(game=running, to_move_since__isnull=False)
    before = Move.objects.filter(game=running).latest("number").number
    while Move.objects.filter(game=running).latest("number").number == before:
        act(me, legal(me)[0])
    latest = Move.objects.filter(game=running).latest("number").number
    for path in ("", "replay/", "record/"):
        assert Visitor(me.user).get(f"{web.url}/games/{running.public_id}/{path}").status == 200
    assert f"at={latest - 1}" in Visitor(me.user).get(f"{web.url}/games/{running.public_id}/replay/").text
    give_up(running)
    assert "Renamed" not in Visitor(me.user).get(f"{web.url}/games/{over.public_id}/replay/").text
    Visitor(me.user).post(f"{web.url}/settings/theme/", theme="dark")
    assert "Renamed" in Visitor(me.user).get(f"{web.url}/games/{over.public_id}/replay/").text


def test_a_replica_that_is_late_or_away_is_not_read(primary: Cluster, standby: Cluster, web: Process) -> None:
    game = give_up(table_of(somebody("alice"), somebody("bob"), name="Old"))
    Heartbeat.note("games.sweep", timezone.now() - timedelta(minutes=1))
    freeze(standby, primary)
    Heartbeat.note("games.sweep", timezone.now())
    Game.objects.filter(pk=game.pk).update(name="Renamed")
    assert "Renamed" in profile(web)
    standby.stop("immediate")
    assert "Renamed" in profile(web)
    assert "The replica does not answer" in web.said()
    assert "Renamed" in profile(web)


def test_the_replica_is_promoted_when_the_primary_is_lost(
    primary: Cluster, standby: Cluster, web: Process, site: Processes
) -> None:
    game = play_on(table_of(somebody("alice"), somebody("bob")), 20)
    last = Move.objects.latest("pk").number
    eventually(lambda: standby.has_replayed(primary))
    primary.stop("immediate")
    visitor = Visitor()
    assert visitor.get(f"{web.url}/games/{game.public_id}/").status == 503
    assert visitor.get(f"{web.url}/leaderboards/").status == 200, (
        "a visitor needs only the replica, while it is in time"
    )

    standby.run("pg_ctl", "-D", str(standby.data), "-w", "promote")
    site.environment |= {"DATABASE_URL": f"{standby.url}/room", "REPLICA_URL": ""}
    with connected_to(PORT=str(standby.port)):
        (again,) = site.start("web")
        assert Move.objects.latest("pk").number == last
        call_command("verify")
        me = Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)
        move = {"move": legal(me)[0], "version": play.version_of(me.game, me)}
        assert Visitor(me.user).post(f"{again.url}/games/{game.public_id}/move/", **move).status == 303
        call_command("rate", check=True)

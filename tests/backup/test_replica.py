"""Which views read the replica, and when they read the primary instead."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings
from redis import RedisError

from accounts.models import User
from games.core import replica
from games.models import Game, Heartbeat
from tests.playing import give_up

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_time(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replica that is up to date. No earlier test's replica is remembered as unavailable."""
    settings.REPLICA_URL = "postgres://replica"
    monkeypatch.setattr(replica, "_away_until", 0.0)
    Heartbeat.note("games.sweep", timezone.now())


def read_from(user: object, only: object = None, fails: tuple[str, ...] = ()) -> str:
    """Return the database that a view reads when this user opens it.

    ``fails`` names databases that do not answer.
    """

    @replica.from_replica(only)
    def view(_request: HttpRequest) -> HttpResponse:
        alias = replica.Router().db_for_read(Game)
        if alias in fails:
            raise OperationalError("does not answer")
        return HttpResponse(alias)

    request = RequestFactory().get("/")
    request.user = user
    return view(request).content.decode()


def test_a_view_that_says_so_reads_the_replica_and_no_other(alice: User, settings: Settings) -> None:
    assert read_from(AnonymousUser()) == read_from(alice) == "replica"
    assert replica.Router().db_for_read(Game) == "default"
    settings.REPLICA_URL = ""
    assert read_from(alice) == "default"


def test_people_and_writes_are_the_primarys() -> None:
    with replica.reading_from("replica"):
        router = replica.Router()
        assert router.db_for_read(User) == router.db_for_write(Game, instance=Game()) == "default"
        assert router.db_for_read(Game) == "replica"
    assert not router.allow_migrate("replica", "games")
    assert router.allow_migrate("default", "games")


@pytest.mark.parametrize(("late", "alias"), [(14, "replica"), (16, "default"), (3600, "default")])
def test_a_replica_that_lags_is_not_read(alice: User, late: int, alias: str) -> None:
    Heartbeat.note("games.sweep", timezone.now() - timedelta(seconds=late))
    assert read_from(alice) == alias


def test_a_replica_that_knows_of_no_sweep_is_not_read(alice: User) -> None:
    Heartbeat.objects.all().delete()
    assert read_from(alice) == "default"


def test_a_replica_that_is_away_is_left_alone_for_a_while(alice: User, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    assert read_from(alice, fails=("replica",)) == "default"
    assert "The replica does not answer" in caplog.text
    assert read_from(alice) == "default"
    monkeypatch.setattr("games.core.replica.monotonic", lambda: replica._away_until)
    assert read_from(alice) == "replica"


def test_a_primary_that_is_away_is_an_outage(alice: User) -> None:
    with pytest.raises(OperationalError):
        read_from(alice, fails=("replica", "default"))


def test_who_has_just_written_reads_the_primary(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    post = RequestFactory().post("/")
    post.user = alice
    replica.PinMiddleware(lambda _request: HttpResponse())(post)
    assert (read_from(alice), read_from(bob)) == ("default", "replica")

    def away(*_arguments: object) -> None:
        raise RedisError

    monkeypatch.setattr(cache, "get", away)
    monkeypatch.setattr(cache, "set", away)
    assert read_from(bob) == "default"
    assert replica.PinMiddleware(lambda _request: HttpResponse("written"))(post).content == b"written"


def test_only_a_game_that_is_over_and_only_strangers_profiles(duel: Game, alice: User) -> None:
    request = RequestFactory().get("/")
    assert not replica.is_closed_there(request, duel.public_id)
    give_up(duel)
    assert replica.is_closed_there(request, duel.public_id)
    assert not replica.is_closed_there(request, "nowhere")
    request.user = alice
    assert not replica.is_visitor(request, username="bob")
    request.user = AnonymousUser()
    assert replica.is_visitor(request, username="bob")

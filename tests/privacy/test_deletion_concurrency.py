"""Concurrent erasures, and concurrent workers at one export, in real threads on PostgreSQL."""

from __future__ import annotations

import pytest

from accounts.models import Export, User
from accounts.privacy.data_export import jobs
from accounts.privacy.erasure import erase_user
from games import play
from games.models import Game
from tests.cast import somebody, table_of
from tests.play.test_concurrency import at_once
from tests.playing import asked_seat, is_right, legal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_concurrent_erasures_of_players_of_one_table_do_not_deadlock() -> None:
    alice, bob, carol = (somebody(name) for name in ("alice", "bob", "carol"))
    tables = [table_of(*people) for people in ((alice, bob, carol), (bob, alice, carol), (alice, bob), (bob, carol))]
    at_once(lambda: erase_user(alice), lambda: erase_user(bob), lambda: erase_user(alice))
    assert User.objects.exclude(erased_at=None).count() == 2
    for table in tables:
        table.refresh_from_db()
        left = table.players.filter(user=carol).exists()
        assert table.status == (Game.Status.RUNNING if left else Game.Status.CANCELLED)
        assert table.players.filter(vacant=True).count() == (table.size - 1 if left else 0)
        assert is_right(table)


def test_erasure_concurrent_with_moves() -> None:
    alice, bob = somebody("alice"), somebody("bob")
    game = table_of(alice, bob)
    me = asked_seat(game)
    text, version = legal(me)[0], play.version_of(game, me)

    def move() -> None:
        play.move(me, text, version)

    other = alice if me.user == bob else bob
    at_once(move, lambda: erase_user(other), lambda: erase_user(other))
    assert game.players.get(lost_by=other).vacant
    assert is_right(game)


def test_many_workers_make_a_download_once() -> None:
    pk = jobs.request_export(somebody("alice")).pk
    answers = at_once(*[lambda: jobs.run(pk)] * 4)
    assert sorted(answers) == [False] * 3 + [True]
    assert Export.objects.get().tries == 1


def test_concurrent_requests_create_one_export() -> None:
    alice = somebody("alice")
    asked = at_once(*[lambda: jobs.request_export(alice).pk] * 4)
    assert set(asked) == {Export.objects.get().pk}

"""Which games belong in a month's file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games.models import Game, Player, Turn
from tests.cast import some_guest, table_of
from tests.open_data.files import ended, finished, tables_in
from tests.playing import give_up, play_on

pytestmark = pytest.mark.django_db


def test_finished_public_games_of_people_are_in_it(alice, bob, carol) -> None:
    finished(alice, bob, public_id="two")
    finished(alice, bob, carol, public_id="three", variant="swedish_chicago")
    finished(alice, bob, public_id="mixed", bots=("novice",))
    assert tables_in() == {"two", "three", "mixed"}


def test_private_unfinished_and_unstarted_games_are_not(alice, bob) -> None:
    finished(alice, bob, public_id="private", public=False)
    ended(play_on(table_of(alice, bob, public_id="running"), 5))
    table_of(alice, public_id="waits", size=2)
    for status in (Game.Status.STOPPED, Game.Status.CANCELLED):
        game = finished(alice, bob, public_id=status)
        Game.objects.filter(pk=game.pk).update(status=status)
    assert tables_in() == set()


def test_games_of_one_person_are_not(alice) -> None:
    ended(give_up(table_of(alice, public_id="practice", bots=("novice",))))
    assert tables_in() == set()


def test_games_with_a_guest_are_not(alice, bob, guest) -> None:
    finished(alice, bob, guest, public_id="guest")
    assert tables_in() == set()


def test_games_that_began_with_a_position_are_not(alice, bob) -> None:
    origin = finished(alice, bob, public_id="origin")
    game = finished(alice, bob, public_id="from")
    Game.objects.filter(pk=game.pk).update(origin=origin, origin_move=3)
    assert tables_in() == {"origin"}


def test_imported_games_are_not(alice, bob, carol) -> None:
    game = finished(alice, bob, carol, public_id="import")
    game.players.filter(user=carol).update(user=None, name="Carol")
    assert tables_in() == set()


def test_a_game_is_left_out_if_a_player_has_opted_out(alice, bob, carol) -> None:
    finished(alice, bob, carol, public_id="three")
    finished(alice, bob, public_id="two")
    User.objects.filter(pk=carol.pk).update(open_data=False)
    assert tables_in() == {"two"}
    User.objects.filter(pk=carol.pk).update(open_data=True)
    assert tables_in() == {"two", "three"}


def test_a_game_is_left_out_if_somebody_in_it_has_deleted_the_account(alice, bob, carol) -> None:
    finished(alice, bob, carol, public_id="three")
    finished(alice, bob, public_id="two")
    erase_user(carol)
    assert tables_in() == {"two"}


@pytest.mark.parametrize("how", ["guest", "left out", "erased"])
def test_who_has_lost_a_seat_or_sat_in_counts_too(alice, bob, carol, charlie, how: str) -> None:
    lost, sat_in = finished(alice, bob, public_id="lost"), finished(alice, bob, public_id="satin")
    lost.players.filter(user=bob).update(user=carol, lost_by=charlie)
    now = datetime.now(UTC)
    seat = Player.objects.get(game=sat_in, user=bob)
    Turn.objects.create(player=seat, user=charlie, to_move_since=99, started_at=now, done_at=now)
    assert tables_in() == {"lost", "satin"}
    if how == "erased":
        erase_user(charlie)
    else:
        User.objects.filter(pk=charlie.pk).update(is_guest=how == "guest", open_data=how != "left out")
    assert tables_in() == set()


def test_a_month_is_that_of_utc(alice, bob) -> None:
    begins, ends = datetime(2026, 10, 1, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
    instant = timedelta(microseconds=1)
    for table, at in (("before", begins - instant), ("first", begins), ("last", ends - instant), ("after", ends)):
        finished(alice, bob, public_id=table, at=at)
    # In New York it was still September.
    assert tables_in() == {"first", "last"}


def test_an_upgraded_guest_counts_like_any_other_user(alice, bob) -> None:
    dana = some_guest("Edith")
    finished(alice, bob, dana, public_id="guest")
    User.objects.filter(pk=dana.pk).update(is_guest=False)
    assert tables_in() == {"guest"}

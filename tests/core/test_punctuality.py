"""Punctuality: how long others wait for a player, compared with turns counted by hand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.core.punctuality import NO_TURNS, Punctuality, punctuality, rounded_up, total
from games.models import Game, Player
from games.play import Refused, invite, join, take_over
from tests.cast import client_of, table_of
from tests.playing import lose_seat, miss
from tests.stats.histories import HOUR, NOON, took

pytestmark = pytest.mark.both


@pytest.fixture
def seat(duel: Game, alice: User) -> Player:
    return duel.players.get(user=alice)


def test_a_user_without_turns_is_not_unreliable(alice: User) -> None:
    assert punctuality([alice.pk]) == {alice.pk: NO_TURNS}
    assert NO_TURNS.reaches(100)
    assert NO_TURNS.words == "no turns yet"


def test_median_and_misses_are_counted(seat: Player, alice: User) -> None:
    took(seat, [1, 9, 3, 2], missed=1)
    found = punctuality([alice.pk])[alice.pk]
    assert found == Punctuality(turns=4, missed=1, usual=2.5 * HOUR)
    assert found.words == "usually answers within 3 hours; 3 of the last 4 turns on time"


def test_several_users_together_are_as_slow_as_the_slowest() -> None:
    together = total([Punctuality(12, 1, HOUR), NO_TURNS, Punctuality(11, 0, 4 * HOUR)])
    assert together.words == "usually answers within 4 hours; 22 of the last 23 turns on time"
    assert total([]) == NO_TURNS


def test_only_the_last_hundred_turns_count(seat: Player, alice: User) -> None:
    took(seat, [5] * 10 + [1] * 100, missed=12)
    assert punctuality([alice.pk])[alice.pk] == Punctuality(turns=100, missed=2, usual=HOUR)


def test_turns_for_which_no_person_waits_are_not_counted(alice: User) -> None:
    practice = table_of(alice, bots=("steady",), clock=Game.Clock.NONE)
    alone = table_of(alice, bots=("steady",))
    for game in (practice, alone):
        took(game.players.get(user=alice), [0.01] * 50)
    assert punctuality([alice.pk])[alice.pk] == NO_TURNS


def test_punctuality_of_all_users_takes_one_query(
    duel: Game, alice: User, bob: User, django_assert_num_queries
) -> None:
    took(duel.players.get(user=alice), [1])
    took(duel.players.get(user=bob), [2, 2, 5])
    with django_assert_num_queries(1):
        found = punctuality([alice.pk, bob.pk])
    assert [found[each.pk].usual for each in (alice, bob)] == [HOUR, 2 * HOUR]


def test_a_deadline_that_is_missed_at_the_table_is_counted(duel: Game) -> None:
    late = miss(duel)
    assert punctuality([late.user_id])[late.user_id].missed == 1


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(), "1 minute"),
        (timedelta(seconds=61), "2 minutes"),
        (timedelta(minutes=90), "90 minutes"),
        (timedelta(minutes=91), "2 hours"),
        (timedelta(hours=48), "48 hours"),
        (timedelta(hours=49), "3 days"),
    ],
)
def test_a_length_of_time_is_rounded_up(span: timedelta, words: str) -> None:
    assert rounded_up(span) == words


# --- the minimum punctuality of a table


@pytest.fixture
def late(duel: Game, bob: User) -> User:
    """A user who has missed one of ten deadlines."""
    took(duel.players.get(user=bob), [1] * 10, missed=1, since=NOON)
    return bob


def test_a_table_accepts_a_reliable_user(alice: User, late: User) -> None:
    assert join(table_of(alice, size=3, least_reliable=90), late).players.count() == 2


def test_a_table_rejects_an_unreliable_user_with_a_reason(alice: User, late: User) -> None:
    with pytest.raises(Refused) as refused:
        join(table_of(alice, size=3, least_reliable=95), late)
    assert str(refused.value.message) == (
        "This table is for players who take at least 95 of 100 turns on time. You took 9 of your last 10 turns on time."
    )


def test_users_with_fewer_than_ten_turns_are_accepted(duel: Game, alice: User, bob: User) -> None:
    took(duel.players.get(user=bob), [1] * 9, missed=9)
    assert join(table_of(alice, size=3, least_reliable=95), bob).players.count() == 2


def test_a_user_invited_by_name_is_accepted(alice: User, late: User) -> None:
    game = table_of(alice, size=3, least_reliable=95)
    invite(game.players.get(), late.username)
    assert join(game, late).players.count() == 2


def test_the_link_of_a_public_table_is_no_invitation_by_name(alice: User, late: User) -> None:
    game = table_of(alice, size=3, least_reliable=95)
    answer = client_of(late).post(f"/join/{game.invitation}/")
    assert answer.status_code == 422
    assert "at least 95 of 100 turns" in answer.content.decode()
    private = table_of(alice, size=3, least_reliable=95, public=False)
    assert client_of(late).post(f"/join/{private.invitation}/").status_code == 302


def test_a_replacement_needs_the_same_reliability(alice: User, carol: User, late: User, charlie: User) -> None:
    game = table_of(alice, carol, least_reliable=95)
    lost = lose_seat(game)
    with pytest.raises(Refused, match="at least 95"):
        take_over(game, late, lost.place)
    assert take_over(game, charlie, lost.place)

"""Ratings: which games count, and that the order in which they are counted doesn't matter."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import NoReturn

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import HealthCheck, given
from hypothesis import settings as property_settings
from hypothesis import strategies as st

from accounts.models import User
from games import play
from games.models import Game, Player, Rating, RatingChange
from games.stats import ratings
from games.tasks import sweep_deadlines
from tests.cast import table_of
from tests.playing import give_up, lose_seat
from tests.queue import Queue
from tests.stats.histories import HOUR, NOON, over, rated, stopped

pytestmark = pytest.mark.both

VARIANT, OTHER = "chicago_poker", "swedish_chicago"
START = 25.0, 25 / 3
FIRST_WIN, FIRST_LOSS = 27.635, 22.365
"""The ratings after the first game of two, by Weng and Lin's formula, calculated by hand: c² = 2 (σ² + τ² + β²)."""


def strength(person: User, variant: str = VARIANT) -> tuple[float, float, int]:
    found = Rating.objects.get(user=person, variant=variant)
    return round(found.mu, 3), round(found.sigma, 3), found.games


def everything() -> tuple[list[object], list[object]]:
    """Return all stored ratings, to the last bit."""
    return (
        list(Rating.objects.order_by("variant", "user").values_list("variant", "user", "mu", "sigma", "games")),
        list(RatingChange.objects.order_by("player").values_list("player", "mu_before", "sigma_before", "mu", "sigma")),
    )


# --- which games count


def test_a_rated_game_of_two_moves_both_by_the_same(alice: User, bob: User) -> None:
    game = rated(alice, bob)
    assert ratings.rate(VARIANT) == 1
    assert strength(alice) == (FIRST_WIN, 8.066, 1)
    assert strength(bob) == (FIRST_LOSS, 8.066, 1)
    change = RatingChange.objects.get(player__game=game, user=alice)
    assert (change.mu_before, change.sigma_before) == START
    assert round(change.mu, 3) == FIRST_WIN


def test_among_three_all_places_count(alice: User, bob: User, carol: User) -> None:
    rated(alice, bob, carol, winners=[1], scores=[2, 4, 0])
    ratings.rate(VARIANT)
    places = [strength(person)[0] for person in (bob, alice, carol)]
    assert places == sorted(places, reverse=True)
    assert len(set(places)) == 3


def test_a_resigned_player_ranks_behind_those_who_stayed(alice: User, bob: User, carol: User) -> None:
    game = rated(alice, bob, carol, winners=[0], scores=[5, 4, 0])
    game.players.filter(user=bob).update(resigned=True)
    ratings.rate(VARIANT)
    assert strength(carol)[0] > strength(bob)[0]


def test_rating_is_idempotent(alice: User, bob: User) -> None:
    rated(alice, bob)
    ratings.rate(VARIANT)
    before = everything()
    assert ratings.rate(VARIANT) == 0
    assert everything() == before


def test_games_unrated_or_without_a_result_do_not_count(alice: User, bob: User) -> None:
    over(alice, bob)
    stopped(alice, bob, rated=True)
    assert ratings.rebuild(VARIANT) == 0
    assert not Rating.objects.exists()


def test_games_have_ladders_of_their_own(alice: User, bob: User) -> None:
    rated(alice, bob)
    rated(bob, alice, variant=OTHER)
    for variant in (VARIANT, OTHER):
        ratings.rate(variant)
    assert strength(alice, VARIANT)[0] == strength(bob, OTHER)[0] == FIRST_WIN


# --- from the table to the ladder


def finished(game: Game) -> Game:
    over = give_up(game)
    return Game.objects.get(pk=over.pk)


def test_a_rated_table_of_full_accounts_is_rated_by_the_sweep_after_its_end(
    alice: User, bob: User, queue: Queue
) -> None:
    game = table_of(alice, bob, rated=True)
    assert game.rated
    assert finished(game).rating_pending
    assert not Rating.objects.exists()
    sweep_deadlines()
    queue.run()
    assert not Game.objects.get().rating_pending
    assert Rating.objects.count() == 2


def test_an_unrated_table_is_never_pending(alice: User, bob: User) -> None:
    assert not finished(table_of(alice, bob)).rating_pending


@pytest.mark.parametrize("with_whom", ["computer", "guest", "private"])
def test_only_public_games_of_full_accounts_are_rated(alice: User, bob: User, guest: User, with_whom: str) -> None:
    tables = {
        "computer": lambda: table_of(alice, bob, bots=("steady",), rated=True),
        "guest": lambda: table_of(alice, guest, rated=True),
        "private": lambda: table_of(alice, bob, public=False, rated=True),
    }
    assert not tables[with_whom]().rated


def test_a_player_who_loses_the_seat_is_ranked_last(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol, rated=True)
    seat = lose_seat(game).place
    play.take_over(game, charlie, seat)
    scores = [5 if place == seat else 1 for place in range(3)]
    outcome = {"winners": [seat], "reason": "x", "scores": scores}
    Game.objects.filter(pk=game.pk).update(status="over", outcome=outcome, finished_at=NOON, rating_pending=True)
    ratings.rate(VARIANT)
    loser, *others = [alice, bob, carol][seat:] + [alice, bob, carol][:seat]
    assert all(strength(loser)[0] < START[0] < strength(other)[0] for other in others)
    assert not Rating.objects.filter(user=charlie).exists()
    assert RatingChange.objects.get(user=loser).player.user == charlie
    assert ratings.check(VARIANT) == 1


def test_a_player_who_got_the_seat_back_has_its_result(alice: User, bob: User) -> None:
    game = table_of(alice, bob, rated=True)
    lost = lose_seat(game)
    Player.objects.filter(pk=lost.pk).update(user=lost.lost_by, lost_by=None, bot="", vacant=False)
    outcome = {"winners": [lost.place], "reason": "x", "scores": [0, 0]}
    Game.objects.filter(pk=game.pk).update(status="over", outcome=outcome, finished_at=NOON, rating_pending=True)
    ratings.rate(VARIANT)
    assert strength(lost.lost_by)[0] > START[0]


def test_a_rematch_is_rated_as_the_game_was(alice: User, bob: User) -> None:
    game = finished(table_of(alice, bob, rated=True, least_reliable=80))
    again = play.rematch(Player.objects.select_related("game", "user").get(game=game, user=bob))
    assert (again.rated, again.least_reliable) == (True, 80)


# --- independent of order


def test_a_late_commit_rebuilds_the_ladder(alice: User, bob: User, carol: User) -> None:
    late = over(alice, bob, finished_at=NOON, rated=True, rating_pending=False)
    rated(bob, carol, finished_at=NOON + HOUR)
    Game.objects.filter(pk=late.pk).update(rated=False)
    ratings.rate(VARIANT)
    Game.objects.filter(pk=late.pk).update(rated=True, rating_pending=True)
    ratings.rate(VARIANT)
    assert RatingChange.objects.get(player__game=late, player__user=bob).mu_before == START[0]
    assert ratings.check(VARIANT) == 2


RANKINGS = st.lists(
    st.tuples(
        st.permutations(range(4)).map(lambda order: order[:3]),
        st.integers(0, 2),
        st.lists(st.integers(0, 5), min_size=3, max_size=3),
        st.integers(0, 20),
        st.booleans(),
    ),
    min_size=1,
    max_size=7,
)
"""Random games: the users, the winning seat, the scores, the hour of the end, and whether to compute ratings then."""


@given(games=RANKINGS)
@property_settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_incremental_rating_equals_rating_all_games_again(
    games: list[tuple[list[int], int, list[int], int, bool]], alice: User, bob: User, carol: User, charlie: User
) -> None:
    people = [alice, bob, carol, charlie]
    Game.objects.all().delete()
    Rating.objects.all().delete()
    for seats, winner, scores, hour, now in games:
        rated(*(people[seat] for seat in seats), winners=[winner], scores=scores, finished_at=NOON + hour * HOUR)
        if now:
            ratings.rate(VARIANT)
    ratings.rate(VARIANT)
    one_by_one = everything()
    assert ratings.check(VARIANT) == ratings.rebuild(VARIANT) == len(games)
    assert everything() == one_by_one


def test_more_than_one_transaction_takes_are_rated_one_batch_after_another(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "BATCH", 2)
    for number in range(5):
        rated(alice, bob, finished_at=NOON + timedelta(days=number))
    assert [ratings.rate(VARIANT) for _ in range(4)] == [2, 2, 1, 0]
    assert ratings.check(VARIANT) == 5


def test_an_error_leaves_all_games_pending(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    rated(alice, bob)
    with monkeypatch.context() as broken:
        broken.setattr(RatingChange.objects, "bulk_create", _break)
        with pytest.raises(RuntimeError):
            ratings.rate(VARIANT)
    assert not Rating.objects.exists()
    assert ratings.rate(VARIANT) == 1
    assert ratings.check(VARIANT) == 1


def _break(*_args: object, **_more: object) -> NoReturn:
    raise RuntimeError("the process was killed")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_rate_each_game_once(alice: User, bob: User) -> None:
    for number in range(6):
        rated(alice, bob, finished_at=NOON + number * HOUR)
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(_rate, range(4)))
    assert sum(done) == 6
    assert ratings.check(VARIANT) == 6


def _rate(_thread: int) -> int:
    try:
        return ratings.rate(VARIANT)
    finally:
        connection.close()


# --- the command


def test_the_command_prints_the_number_of_rated_games(
    alice: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    rated(alice, bob)
    call_command("rate")
    assert f"ok: {VARIANT}, 1 rated games" in capsys.readouterr().out
    call_command("rate", check=True)
    assert strength(alice)[0] == FIRST_WIN


@pytest.mark.parametrize("spoil", ["rating", "change", "missing"])
def test_the_command_finds_ratings_that_differ_from_the_games(alice: User, bob: User, spoil: str) -> None:
    rated(alice, bob)
    call_command("rate")
    if spoil == "rating":
        Rating.objects.filter(user=alice).update(mu=25.0)
    elif spoil == "change":
        RatingChange.objects.filter(player__user=alice).update(sigma=1.0)
    else:
        Rating.objects.filter(user=bob).delete()
    with pytest.raises(CommandError, match=f"{VARIANT}: the"):
        call_command("rate", check=True)
    call_command("rate")
    call_command("rate", check=True)

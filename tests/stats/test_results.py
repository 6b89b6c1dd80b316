"""Results of a user's games, counted by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Game
from games.stats import answer_hours
from games.stats.answer_hours import by_hour
from games.stats.game_filters import GamesFilter
from games.stats.results import (
    DRAWN,
    LOST,
    RUNNING,
    STOPPED,
    WON,
    HeadToHead,
    Month,
    PlayedGame,
    Tally,
    by_month,
    frequent_opponents,
    games_of,
    longest,
    played_games,
    record_against,
    tallies,
    tally,
)
from tests.cast import table_of
from tests.stats.histories import HOUR, NOON, over, stopped, took

OTHER = "swedish_chicago"
DAY = 24 * HOUR


@pytest.fixture
def history(alice: User, bob: User, carol: User, charlie: User) -> list[PlayedGame]:
    """Alice's games: two won and one lost against bob, a draw of three, a stopped game and a running one."""
    over(alice, bob, finished_at=NOON + DAY, options={"short": True})
    over(alice, bob, finished_at=NOON + 9 * DAY, variant=OTHER)
    over(alice, bob, finished_at=NOON + 40 * DAY, started_at=NOON + 38 * DAY, winners=[1])
    over(alice, carol, bob, finished_at=NOON + 3 * DAY, winners=[])
    stopped(carol, alice, finished_at=NOON + 4 * DAY)
    over(alice, bob, status=Game.Status.RUNNING, outcome=None, finished_at=None)
    over(bob, carol)
    table_of(alice, charlie, size=3)
    return told(alice)


def told(person: User, viewer: User | None = None) -> list[PlayedGame]:
    return played_games(person, games_of(person, viewer or AnonymousUser()))


def test_results_are_sorted_by_date_with_running_games_first(history: list[PlayedGame]) -> None:
    assert [one.how for one in history] == [RUNNING, LOST, WON, STOPPED, DRAWN, WON]


def test_all_of_them(history: list[PlayedGame]) -> None:
    assert tally(history) == Tally(None, played=4, won=2, lost=1, drawn=1, even=pytest.approx((3 * 0.5 + 1 / 3) / 4))
    assert tally(history).percent == 50
    assert tally([]).percent == tally([]).even_percent == 0


def test_by_size_game_and_option(history: list[PlayedGame]) -> None:
    def counts(found: list[Tally]) -> dict[object, tuple[int, int]]:
        return {each.of: (each.played, each.won) for each in found}

    assert counts(tallies(history, lambda one: one.size)) == {2: (3, 2), 3: (1, 0)}
    assert counts(tallies(history, lambda one: one.variant)) == {"chicago_poker": (3, 1), OTHER: (1, 1)}
    poker = [one for one in history if one.variant == "chicago_poker"]
    assert counts(tallies(poker, lambda one: one.options["short"])) == {True: (1, 1), False: (2, 0)}


def test_who_was_met_and_who_came_ahead(history: list[PlayedGame], bob: User, carol: User) -> None:
    assert frequent_opponents(history) == [
        HeadToHead(bob.pk, games=4, ahead=2, behind=1),
        HeadToHead(carol.pk, games=1, ahead=0, behind=0),
    ]
    assert frequent_opponents(history, 1) == frequent_opponents(history)[:1]
    assert record_against(history, carol.pk).level == record_against(history, bob.pk).level == 1


def test_of_three_the_places_count(alice: User, bob: User, carol: User) -> None:
    over(alice, bob, carol, winners=[2], scores=[3, 1, 4])
    [of_alice], [of_bob] = told(alice), told(bob)
    assert (of_alice.how, of_bob.how) == (LOST, LOST)
    assert (of_alice.ahead, of_alice.behind) == ({bob.pk}, {carol.pk})
    assert (of_bob.ahead, of_bob.behind) == (frozenset(), {alice.pk, carol.pk})


def test_the_longest(history: list[PlayedGame]) -> None:
    found = longest(history)
    assert found is not None
    assert found.lasted == 9 * DAY
    assert longest([]) is None


def test_games_per_month(history: list[PlayedGame]) -> None:
    months = by_month(history, date(2026, 4, 30))
    assert (len(months), months[0].first) == (12, date(2025, 5, 1))
    assert months[-2:] == [Month(date(2026, 3, 1), 3), Month(date(2026, 4, 1), 1)]


def test_private_games_are_visible_to_their_players_only(alice: User, bob: User, charlie: User) -> None:
    over(alice, bob, public=False)
    assert [len(told(alice, viewer)) for viewer in (None, charlie, bob, alice)] == [0, 0, 1, 1]


def test_two_queries_are_enough(history: list[PlayedGame], alice: User, django_assert_num_queries) -> None:
    with django_assert_num_queries(2):
        told(alice)


def test_an_erased_opponent_is_still_counted(alice: User, bob: User) -> None:
    over(alice, bob)
    User.objects.filter(pk=bob.pk).update(erased_at=NOON, is_active=False)
    assert frequent_opponents(told(alice)) == [HeadToHead(bob.pk, 1, 1, 0)]


def test_hours_are_in_the_users_time_zone(duel: Game, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Stockholm")
    took(duel.players.get(user=alice), [1, 3, 1, 0], since=datetime(2026, 7, 1, 20, tzinfo=UTC))
    hours = by_hour(User.objects.get(pk=alice.pk))
    assert {each.hour: (each.turns, each.usual) for each in hours if each.turns} == {
        23: (2, HOUR),
        1: (1, 3 * HOUR),
        22: (1, timedelta()),
    }
    assert len(hours) == 24


def test_only_the_latest_turns_with_waiting_players_are_counted(
    duel: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_hours, "WINDOW", 2)
    took(duel.players.get(user=alice), [1, 2, 3])
    alone = over(alice, size=2)
    took(alone.players.get(user=alice), [5, 5, 5], since=NOON + 9 * DAY)
    assert sum(each.turns for each in by_hour(alice)) == 2
    assert {each.usual for each in by_hour(alice) if each.turns} == {2 * HOUR, 3 * HOUR}


# --- the filter


@pytest.mark.parametrize(
    ("query", "ends"),
    [
        ({}, [RUNNING, LOST, WON, STOPPED, DRAWN, WON]),
        ({"result": WON}, [WON, WON]),
        ({"result": STOPPED}, [STOPPED]),
        ({"game": OTHER}, [WON]),
        ({"opponent": "carol"}, [STOPPED, DRAWN]),
        ({"opponent": " @CAROL "}, [STOPPED, DRAWN]),
        ({"year": "2026"}, [LOST, WON, STOPPED, DRAWN, WON]),
        ({"result": RUNNING, "opponent": "bob"}, [RUNNING]),
        ({"result": RUNNING, "year": "2026"}, []),
        ({"opponent": "charlie"}, []),
        ({"opponent": "nobody"}, []),
        ({"opponent": "a\0b"}, [RUNNING, LOST, WON, STOPPED, DRAWN, WON]),
        ({"game": "bridge"}, [RUNNING, LOST, WON, STOPPED, DRAWN, WON]),
        ({"result": "x" * 5000}, [RUNNING, LOST, WON, STOPPED, DRAWN, WON]),
        ({"year": "1999"}, [RUNNING, LOST, WON, STOPPED, DRAWN, WON]),
        ({"year": "²"}, [RUNNING, LOST, WON, STOPPED, DRAWN, WON]),
    ],
)
def test_games_are_chosen_and_what_makes_no_sense_chooses_all(
    history: list[PlayedGame], query: dict[str, str], ends: list[str]
) -> None:
    assert [one.how for one in GamesFilter(query, history).chosen()] == ends

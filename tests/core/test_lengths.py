"""How long a game takes: the measured figures, the pace and the players, in words and in the API."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.core.lengths import Expected, expected
from games.core.punctuality import Punctuality
from games.lobby.lengths import lengths_to_come
from games.lobby.time_controls import PRESETS
from games.models import Game, Invitation
from games.rules import RULES
from lab import lengths as lab
from tests.api.caller import Caller
from tests.cast import client_of, table_of
from tests.normalized import compact

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
ROWS = lab.rows(lab.TABLE.read_text())
MEASURED = [(variant, length) for variant, rules in RULES.items() for length in rules.presentation.LENGTHS]


def game(variant: str = "swedish_chicago", size: int = 4, options: dict[str, Any] | None = None, **fields: Any) -> Game:
    usual = {option.name: option.default for option in RULES[variant].engine.OPTIONS}
    return Game(
        variant=variant, size=size, options=usual | (options or {}), **{"pace_hours": 24, "nights_off": True} | fields
    )


def time_of(**fields: Any) -> timedelta:
    found = expected(game(**fields))
    assert found is not None and found.time is not None
    return found.time


@pytest.mark.parametrize("variant", RULES)
def test_the_figures_are_those_of_the_table_in_the_docs(variant: str) -> None:
    written = Path("games/rules", variant, "lengths.py").read_text()
    assert written == lab.module([*lab.lengths(variant, ROWS)])


@pytest.mark.parametrize("row", [row for row in ROWS if row["Standing orders"] == row.get("Plans", "–") == "–"])
@pytest.mark.parametrize(("turn", "column"), [(24, "8 h"), (72, "24 h")])
def test_the_time_is_near_the_simulated_days(row: dict[str, str], turn: int, column: str) -> None:
    variant = row["Game"]
    [length] = lab.lengths(variant, [row])
    found = time_of(variant=variant, size=length.seats, options=dict(length.options), pace_hours=turn)
    assert found / DAY == pytest.approx(int(row[column]), rel=0.15, abs=1.5)


def test_half_of_the_playing_hours_double_the_time() -> None:
    quick = time_of(pace_hours=1, nights_off=False, playing_hours=16)
    assert time_of(pace_hours=1, nights_off=False, playing_hours=8) == 2 * quick
    assert time_of(pace_hours=3, nights_off=False, playing_hours=12) < time_of(pace_hours=24)


def test_weekends_off_take_longer() -> None:
    assert 1.2 < time_of(weekends_off=True) / time_of() < 1.5


def test_a_game_of_one_evening_has_no_nights() -> None:
    fields = PRESETS["tonight"].fields
    assert time_of(variant="chicago_poker", size=2, **fields) < 6 * HOUR


@pytest.mark.parametrize(
    "fields",
    [
        {"size": 5},
        {"options": {"negative": True}},
        {"options": {"target": "15"}},
        {"variant": "chicago_poker", "options": {"short": True}},
    ],
)
def test_of_games_that_were_not_measured_nothing_is_said(fields: dict[str, Any]) -> None:
    assert expected(game(**fields)) is None


@pytest.mark.parametrize("fields", [{"clock": "none"}, {"clock": "bank", "bank_hours": 96, "cap_hours": 168}])
def test_without_a_time_for_each_turn_only_the_visits_are_known(fields: dict[str, Any]) -> None:
    found = expected(game(**fields))
    assert found is not None and (found.time, found.days, found.time_text) == (None, None, "")
    assert found.sentence == "About 110 visits of yours."


def test_computers_take_no_time_so_the_time_is_unknown() -> None:
    found = expected(game(), computers=True)
    assert found is not None and found.time is None


def test_the_players_usual_answers_count() -> None:
    usual = time_of()
    for hours, longer in ((2, False), (15, True)):
        found = expected(game(), [Punctuality(50, 0, hours * HOUR)] * 4)
        assert found is not None and found.time is not None and (found.time > usual) == longer
    few = expected(game(), [Punctuality(9, 0, 2 * HOUR)] * 4)
    assert few is not None and few.time == usual


def test_nobody_is_slower_than_a_turn_allows() -> None:
    slow, slower = (expected(game(), [Punctuality(50, 0, days * DAY)]) for days in (3, 30))
    assert slow == slower


def test_answers_at_slow_tables_say_nothing_about_turns_of_hours() -> None:
    fields = {"pace_hours": 3, "playing_hours": 12, "nights_off": False}
    assert expected(game(**fields), [Punctuality(50, 0, 15 * HOUR)] * 4) == expected(game(**fields))


@pytest.mark.parametrize(
    ("time", "words", "days"),
    [
        (20 * timedelta(minutes=1), "1 hour", 1),
        (7.4 * HOUR, "7 hours", 1),
        (27 * HOUR, "27 hours", 1),
        (8.4 * DAY, "8 days", 8),
        (13.4 * DAY, "13 days", 13),
        (13.6 * DAY, "2 weeks", 14),
        (118 * DAY, "17 weeks", 118),
    ],
)
def test_times_are_rounded_as_people_do(time: timedelta, words: str, days: int) -> None:
    assert (Expected(30, time).time_text, Expected(30, time).days) == (words, days)
    assert Expected(30, time).sentence == f"About 30 visits of yours, about {words} at this pace."


@pytest.mark.parametrize(("variant", "length"), MEASURED)
def test_visits_are_rounded(variant: str, length: Any) -> None:
    found = expected(game(variant, length.seats, dict(length.options)))
    assert found is not None and abs(found.visits - length.visits) <= 5
    assert found.visits % 5 == 0


# --- where it is said


@pytest.mark.django_db
def test_terms_invitations_lobby_and_my_tables_say_how_long(alice: User, bob: User) -> None:
    open_ = table_of(alice, size=4, variant="chicago_poker", pace_hours=24, nights_off=True)
    Invitation.objects.create(game=open_, user=bob, by=alice)
    found = expected(open_)
    assert found is not None and "visits of yours, about" in found.sentence
    for user, path in (
        (bob, reverse("invited", args=[open_.invitation])),
        (bob, "/"),
        (alice, open_.get_absolute_url()),
        (alice, "/"),
        (bob, "/lobby/"),
    ):
        shown = client_of(user).get(path, follow=True).content.decode()
        assert found.sentence in shown, path


@pytest.mark.django_db
def test_a_table_with_a_computer_says_only_how_many_visits(alice: User) -> None:
    mixed = table_of(alice, size=4, bots=["club"], variant="chicago_poker", pace_hours=24)
    shown = client_of(alice).get(mixed.get_absolute_url()).content.decode()
    assert "About 25 visits of yours." in shown and "at this pace" not in shown


@pytest.mark.django_db
def test_the_api_says_the_same(alice: User) -> None:
    table = Caller(alice).post("/tables", {"game": "swedish_chicago", "size": 4, "quick": "day"}).json()
    found = expected(Game.objects.get())
    assert found is not None
    assert table["length"] == {"visits": found.visits, "days": found.days}
    assert Caller(alice).post("/tables", {"game": "swedish_chicago", "size": 5}).json()["length"] is None


@pytest.mark.django_db
@pytest.mark.parametrize("variant", RULES)
def test_the_form_says_how_long_each_choice_takes(variant: str) -> None:
    shown = compact(client_of().get(f"/lobby/open/?game={variant}").content.decode())
    found = lengths_to_come(RULES[variant])
    assert [each.size for each in found] == sorted({length.seats for length in RULES[variant].presentation.LENGTHS})
    for size in found:
        assert [pace.preset for pace in size.paces] == [*PRESETS]
        for pace in size.paces:
            assert max(way.share for way in pace.ways) == 100
            assert all(compact(way.length.sentence) in shown for way in pace.ways)

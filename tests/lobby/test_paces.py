"""Opening a table with playing hours, and the order of answers that the form proposes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import User
from games.lobby.short_terms import short_terms
from games.models import Game
from games.rules import RULES
from tests.api.caller import Caller
from tests.cast import client_of, table_of
from tests.lobby.test_lobby import OPEN, filled
from tests.normalized import compact

pytestmark = pytest.mark.django_db

AT_ONCE = {variant: rules.presentation.AT_ONCE for variant, rules in RULES.items() if rules.presentation.AT_ONCE}
TIMES = ("pace_hours", "playing_hours", "nights_off", "weekends_off", "free_misses")


def opened(user: User, **changes: Any) -> tuple[Any, ...]:
    answer = client_of(user).post(OPEN, filled(**changes))
    assert answer.status_code == 302
    game = Game.objects.get()
    return tuple(getattr(game, name) for name in TIMES)


@pytest.mark.parametrize("turn", [1, 3, 6])
@pytest.mark.parametrize("hours", [8, 12, 16])
def test_a_few_turns_a_day_has_its_turn_and_its_hours(turn: int, hours: int, alice: User) -> None:
    found = opened(alice, quick="few", few_turn=str(turn), few_hours=str(hours), pace="168", daily_rest="nights")
    assert found == (turn, hours, False, False, 1)


def test_without_details_it_is_three_hours_of_twelve(alice: User) -> None:
    assert opened(alice, quick="few", few_turn=None, few_hours=None) == (3, 12, False, False, 1)


@pytest.mark.parametrize(
    ("rest", "found"), [("none", (0, False)), ("nights", (0, True)), ("16", (16, False)), ("8", (8, False))]
)
def test_clocks_rest_in_one_way_each_day(rest: str, found: tuple[int, bool], alice: User) -> None:
    assert opened(alice, quick="own", pace="24", daily_rest=rest)[1:3] == found


@pytest.mark.parametrize("rest", ["nights", "8", "12", "16"])
def test_short_turns_need_a_daily_rest(rest: str, alice: User) -> None:
    assert opened(alice, quick="own", pace="1", daily_rest=rest)[0] == 1


def test_the_details_of_a_preset_that_is_not_chosen_are_not_checked(alice: User) -> None:
    assert opened(alice, quick="day", pace="1", daily_rest="none")[0] == 24


def test_the_terms_name_the_playing_hours(alice: User) -> None:
    game = table_of(alice, size=3, pace_hours=3, playing_hours=16)
    assert short_terms(game)[1] == (
        "Each turn may take 3 hours. The clock runs 16 hours a day, usually from 07:00 to 23:00 where each player "
        "lives. Everyone can move their own hours."
    )
    off = table_of(alice, size=3, pace_hours=3, playing_hours=8, weekends_off=True)
    assert "3 hours. Weekends don’t count. The clock runs 8 hours a day" in short_terms(off)[1]
    assert "you get 16 more hours" in " ".join(game.agreement_sentences)


def test_the_lobby_finds_tables_of_hours(alice: User) -> None:
    table_of(alice, size=3, name="Slow")
    table_of(alice, size=3, name="Brisk", pace_hours=3, playing_hours=12)
    shown = client_of().get("/lobby/", {"pace": "3"}).content.decode()
    assert "Brisk" in shown and ">Slow<" not in shown


# --- the order of answers


def chosen(shown: str, field: str) -> list[str]:
    return re.findall(rf'<input type="radio" name="{field}" value="(\w+)"[^>]* checked', shown)


@pytest.mark.parametrize("variant", AT_ONCE)
@pytest.mark.parametrize(("query", "proposes"), [("", True), ("&with=friends", False)])
def test_the_form_proposes_all_at_once_from_three_seats_on(variant: str, query: str, proposes: bool) -> None:
    shown = client_of().get(f"{OPEN}?game={variant}{query}").content.decode()
    for name, value in AT_ONCE[variant].items():
        default = next(option.default for option in RULES[variant].engine.OPTIONS if option.name == name)
        assert chosen(shown, f"option_{name}") == [str(value if proposes else default).lower()]


@pytest.mark.parametrize("variant", AT_ONCE)
def test_neither_order_is_a_house_rule(variant: str, alice: User) -> None:
    house_rules = compact(client_of().get(f"{OPEN}?game={variant}").content.decode()).partition("House rules")[2]
    for name, value in AT_ONCE[variant].items():
        assert f'name="option_{name}"' not in house_rules
        game = table_of(alice, size=4, variant=variant, options={name: value})
        assert "by the usual rules. Order of answers: All at once." in short_terms(game)[0]


@pytest.mark.parametrize("variant", AT_ONCE)
def test_the_default_of_the_api_is_that_of_the_rules(variant: str, alice: User) -> None:
    table = Caller(alice).post("/tables", {"game": variant, "size": 4}).json()
    assert table["options"] == {option.name: option.default for option in RULES[variant].engine.OPTIONS}


# --- the API


def test_the_api_opens_tables_with_playing_hours(alice: User) -> None:
    clock = Caller(alice).post("/tables", {"game": "chicago_poker", "pace": "1", "playing_hours": 8}).json()["clock"]
    assert (clock["pace_hours"], clock["playing_hours"], clock["nights_off"]) == (1, 8, False)
    clock = Caller(alice).post("/tables", {"game": "chicago_poker", "quick": "few"}).json()["clock"]
    assert (clock["pace_hours"], clock["playing_hours"]) == (3, 12)


@pytest.mark.parametrize("body", [{"pace": "1"}, {"pace": "24", "nights_off": True, "playing_hours": 12}])
def test_the_api_refuses_clocks_that_do_not_fit_with_the_field(body: dict[str, Any], alice: User) -> None:
    answer = Caller(alice).post("/tables", {"game": "chicago_poker"} | body)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["playing_hours"]

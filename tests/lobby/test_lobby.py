"""The lobby and opening a table."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.lobby.forms import OpenTableForm
from games.models import Game, Player
from games.rules import RULES
from games.rules.contract import BadOption
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.rate_limits import reset_rate_limits

LOBBY, OPEN = "/lobby/", "/lobby/open/"
VARIANTS = list(RULES)


def lobby(user: User | None = None, **query: str) -> str:
    answer = client_of(user).get(LOBBY, query)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def filled(variant: str = VARIANTS[0], **changes: Any) -> dict[str, Any]:
    """Return the form's initial values with ``changes``, without the fields whose change is None."""
    form = OpenTableForm(RULES[variant], "A table")
    values = {field.html_name: field.initial for field in form if field.initial is not False} | {"quick": "own"}
    return {name: value for name, value in {**values, **changes}.items() if value is not None}


# --- the list


@pytest.mark.django_db
def test_an_empty_lobby_shows_what_to_do() -> None:
    shown = lobby()
    assert "Nobody is waiting for a player right now." in shown
    assert "Play against the computer" in shown
    assert "Watch a game" not in shown


@pytest.mark.django_db
def test_each_game_to_choose_has_its_symbol() -> None:
    choices = re.findall(r'<a class="choice-card[^>]*>(.*?)</a>', compact(client_of().get(OPEN).content.decode()))
    symbol = re.compile(r'<svg class="game-icon" aria-hidden="true"><use href="([^"]*)" */?>')
    symbols = [symbol.match(each) for each in choices]
    assert [each.rpartition(">")[2] for each in choices] == [rules.engine.NAME for rules in RULES.values()]
    assert len({found[1] for found in symbols if found}) == len(RULES)


def test_an_open_table_is_listed_with_its_terms(alice: User, bob: User) -> None:
    game = table_of(alice, bob, size=4, name="Halsted Street", pace_hours=24, options={"short": True})
    shown = lobby()
    for said in (
        "Halsted Street",
        "opened by alice",
        "alice and bob",
        "2 of 4 seats taken",
        "1 day a turn",
        "Short game",
    ):
        assert said in shown
    assert game.commitment[:4] in shown
    assert game.secret not in shown


def test_private_full_running_and_closed_tables_are_not_listed(alice: User, bob: User) -> None:
    table_of(alice, size=3, public=False, name="Private")
    table_of(alice, bob, name="Running")
    Game.objects.filter(pk=table_of(alice, size=3, name="Closed").pk).update(status=Game.Status.CANCELLED)
    shown = lobby(alice)
    for name in ("Private", "Running", "Closed"):
        assert f">{name}<" not in shown


def test_own_tables_are_marked_and_offer_no_second_seat(alice: User, bob: User) -> None:
    game = table_of(alice, size=3)
    assert "You sit here" in lobby(alice)
    assert reverse("join", args=[game.public_id]) not in lobby(alice)
    assert reverse("join", args=[game.public_id]) in lobby(bob)


@pytest.fixture
def three_tables(alice: User) -> None:
    table_of(alice, size=2, name="Two", pace_hours=12)
    table_of(alice, size=4, name="Four", pace_hours=48)
    table_of(alice, size=6, name="Six", pace_hours=48)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ["Six", "Four", "Two"]),
        ({"game": VARIANTS[0]}, ["Six", "Four", "Two"]),
        ({"free": "2"}, ["Six", "Four"]),
        ({"free": "5"}, ["Six"]),
        ({"pace": "12"}, ["Two"]),
        ({"pace": "48", "free": "4"}, ["Six"]),
        ({"pace": "168"}, []),
        ({"game": "bridge"}, ["Six", "Four", "Two"]),
        ({"pace": "soon", "free": "-3", "game": "\x00"}, ["Six", "Four", "Two"]),
    ],
)
def test_filters(three_tables: None, query: dict[str, str], names: list[str]) -> None:
    assert re.findall(r'<h3><a href="/games/[^"]+">(\w+)</a>', lobby(**query)) == names


@pytest.mark.usefixtures("three_tables")
def test_a_filter_without_matches_shows_a_message() -> None:
    assert "No open table matches." in lobby(pace="168")


def test_pagination_keeps_the_filter(alice: User) -> None:
    for number in range(21):
        table_of(alice, size=3, name=f"Table {number}")
    assert "Page 1 of 2" in lobby()
    assert "?pace=48&amp;page=2" in lobby(pace="48")
    assert "Page 2 of 2" in lobby(page="2")
    assert "Page 2 of 2" in lobby(page="9" * 30)


def test_the_lobby_takes_a_constant_number_of_queries(
    alice: User, bob: User, charlie: User, django_assert_num_queries
) -> None:
    client = client_of(charlie)
    table_of(alice, size=3)
    with django_assert_num_queries(QUERIES):
        client.get(LOBBY)
    for _ in range(6):
        table_of(alice, bob, size=4)
    with django_assert_num_queries(QUERIES):
        client.get(LOBBY)


QUERIES = 9
"""The number of queries for a page of the lobby.

They read the session and the user; the number of tables, the tables, their players and punctuality; games to watch;
lost seats; the number of waiting tables.
"""


# --- opening a table


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_form_opens_a_table(variant: str, alice: User) -> None:
    answer = client_of(alice).post(
        f"{OPEN}?game={variant}", filled(variant, name="The Levee", pace="24", entropy="0f" * 16)
    )
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert (game.name, game.variant, game.pace_hours, game.public, game.hand_labels) == (
        "The Levee",
        variant,
        24,
        True,
        True,
    )
    usual = {option.name: option.default for option in RULES[variant].engine.OPTIONS}
    assert game.options == usual | RULES[variant].presentation.AT_ONCE
    assert game.is_open
    assert game.players.get().entropy == "0f" * 16


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_value_of_every_option_can_be_chosen(variant: str, alice: User) -> None:
    rules = RULES[variant]
    for option in rules.engine.OPTIONS:
        for choice in option.choices:
            reset_rate_limits()  # above the rate limit of tables per hour
            form = filled(variant, **{f"option_{option.name}": str(choice.value).lower()}, size=3)
            assert client_of(alice).post(f"{OPEN}?game={variant}", form).status_code == 302
            chosen = Game.objects.latest("pk").options[option.name]
            assert (chosen, type(chosen)) == (choice.value, type(choice.value))


def test_a_private_table_without_labels_and_with_computers(alice: User) -> None:
    client_of(alice).post(OPEN, filled(public="invited", hand_labels=None, size="4", computers="2", level="club"))
    game = Game.objects.get()
    assert not game.public
    assert not game.hand_labels
    assert game.players.filter(bot=Player.Bot.CLUB).count() == 2


def test_a_table_filled_with_computers_starts_at_once(alice: User) -> None:
    client_of(alice).post(OPEN, filled(size="2", computers="1"))
    game = Game.objects.get()
    assert game.is_running
    assert game.players.filter(bot=Player.Bot.CASUAL).count() == 1


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"name": ""}, "Give the table a name."),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "a\u202eb"}, "invisible characters"),
        ({"name": "a\x00b"}, "Null characters"),
        ({"size": "1"}, "not one of the available choices"),
        ({"size": "many"}, "not one of the available choices"),
        ({"size": "2", "computers": "2"}, "more computer players than free seats"),
        ({"computers": "1", "level": "steady"}, "not one of the available choices"),
        ({"pace": "2"}, "not one of the available choices"),
        ({"pace": "1"}, "A turn this short would end while somebody sleeps."),
        ({"daily_rest": "10"}, "not one of the available choices"),
        ({"quick": "few", "few_turn": "2"}, "not one of the available choices"),
        ({"quick": "few", "few_hours": "0"}, "not one of the available choices"),
        ({"public": "maybe"}, "not one of the available choices"),
        ({"option_short": "2"}, "not one of the available choices"),
        ({"option_specials": None}, "Choose one."),
        ({"entropy": "zz"}, "32 hexadecimal digits"),
    ],
)
def test_an_error_is_shown_at_its_field_with_the_input(changes: dict[str, Any], complaint: str, alice: User) -> None:
    answer = client_of(alice).post(OPEN, filled(**{"name": "The Levee", "pace": "72"} | changes))
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert complaint in shown
    if "name" not in changes:
        assert 'value="The Levee"' in shown
    if "pace" not in changes:
        assert re.search(r'value="72"[^>]* selected', shown)
    assert not Game.objects.exists()


def test_an_option_error_of_the_rules_is_shown_at_its_field(monkeypatch: pytest.MonkeyPatch, alice: User) -> None:
    def refuse(options: Any, seats: int) -> None:
        raise BadOption("short", "This is good with five or six players only.")

    monkeypatch.setattr(RULES[VARIANTS[0]].engine, "check_options", refuse)
    answer = client_of(alice).post(OPEN, filled())
    assert answer.status_code == 422
    assert "This is good with five or six players only." in answer.content.decode()
    assert 'id="id_option_short_error"' in answer.content.decode()


@pytest.mark.parametrize("size", ["2", "3", "4", "6"])
def test_an_option_made_for_three_players_is_open_to_others_who_are_told(size: str, alice: User) -> None:
    form = filled("swedish_chicago", option_must_chicago="true", size=size)
    shown = client_of(alice).get(f"{OPEN}?game=swedish_chicago").content.decode()
    assert "Best with three players, not recommended with four" in shown
    assert client_of(alice).post(f"{OPEN}?game=swedish_chicago", form).status_code == 302
    assert Game.objects.get().options["must_chicago"] is True


@pytest.mark.django_db
def test_a_visitor_who_opens_a_table_becomes_a_guest() -> None:
    client = client_of()
    answer = client.post(OPEN, filled(guest_name="Dana", public="invited"))
    host = Game.objects.get().host
    assert host.is_guest
    assert host.shown_name == "Dana"
    assert client.get(answer.url).status_code == 200


@pytest.mark.django_db
def test_an_invalid_guest_name_is_refused() -> None:
    answer = client_of().post(OPEN, filled(guest_name="\u200b"))
    assert answer.status_code == 422
    assert "id_guest_name_error" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_the_form_of_an_unknown_game_is_not_found() -> None:
    assert client_of().get(OPEN, {"game": "bridge"}).status_code == 404
    assert client_of().post(f"{OPEN}?game=%00", filled()).status_code == 404


def test_the_default_table_name_is_cut_to_the_limit(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(display_name="W" * 30)
    assert client_of(alice).get(OPEN).context["form"]["name"].value() == "W" * 30 + "’s table"


# --- time controls


def opened(user: User, **changes: Any) -> Game:
    assert client_of(user).post(OPEN, filled(name="The Levee", size="2", **changes)).status_code == 302
    return Game.objects.get(name="The Levee")


def test_a_time_reserve_is_chosen_and_shown_before_joining(alice: User, bob: User) -> None:
    game = opened(alice, pace="96-12-168", weekends_off="on", absence="lost", free_misses="2", away=["friend"])
    kept = (game.clock, game.bank_hours, game.added_hours, game.cap_hours)
    assert kept == ("bank", 96, 12, 168)
    assert (game.weekends_off, game.nights_off, game.absence, game.free_misses) == (True, False, "lost", 2)
    assert game.away == ["friend"]
    page = unescape(client_of(bob).get(f"/join/{game.invitation}/").content.decode())
    for sentence in game.agreement_sentences:
        assert sentence in page
        assert sentence in unescape(lobby(bob))
    assert "A reserve of 4 days, 12 hours added each turn, never more than 7 days" in page
    assert "Saturdays and Sundays don’t count" in page
    assert "you lose your seat" in page
    assert "The first 2 times you miss a deadline" in page


def test_a_table_of_one_player_and_computers_has_no_clock(alice: User) -> None:
    assert opened(alice, computers="1").clock == "none"


def test_a_table_may_allow_no_vacation_arrangement(alice: User) -> None:
    assert opened(alice, away=[]).away == []


@pytest.mark.parametrize(
    "changes",
    [{"pace": "96-12-1680"}, {"absence": "shot"}, {"free_misses": "4"}, {"away": ["holiday"]}],
    ids=["pace", "absence", "misses", "away"],
)
def test_invalid_time_controls_are_refused(alice: User, changes: dict[str, Any]) -> None:
    answer = client_of(alice).post(OPEN, filled(name="The Levee", **changes))
    assert answer.status_code == 422
    assert not Game.objects.exists()


def test_the_lobby_filters_by_time_reserve(alice: User) -> None:
    opened(alice, pace="96-12-168")
    assert "The Levee" in lobby(pace="96-12-168")
    assert "The Levee" not in lobby(pace="48")
    assert "No open table matches." in lobby(pace="240-24-336")

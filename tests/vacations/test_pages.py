"""The vacation page: planning, changing, cancelling, asking friends and answering them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Arrangement, Game, Player, Vacation
from games.play.core.vacation_arrangements import today
from tests.cast import client_of, table_of
from tests.table.pages import HUGE, text

VACATION = "/settings/vacation/"


def seat(game: Game, user: User) -> Player:
    return game.players.get(user=user)


def plan(client: Client, user: User, begins: int, days: int, address: str = VACATION, **fields: str) -> Any:
    """Post a vacation that begins in ``begins`` days; write _ for - in names of fields like ``kind-…``."""
    first = today(user) + timedelta(days=begins)
    sent = {"first": first.isoformat(), "last": (first + timedelta(days=days - 1)).isoformat()}
    return client.post(address, sent | {name.replace("_", "-"): value for name, value in fields.items()})


# --- planning


def test_a_visitor_is_redirected_to_sign_in() -> None:
    for answer in (client_of().get(VACATION), client_of().post(VACATION), client_of().post(f"{VACATION}1/cancel/")):
        assert answer.status_code == 302
        assert "/accounts/login/" in answer.url


def test_the_page_lists_the_tables_with_what_each_allows(alice: User, bob: User) -> None:
    table_of(alice, bob, name="Anything goes")
    table_of(alice, bob, name="No pauses", away=["computer"])
    table_of(bob, alice, size=3, name="Not begun")
    shown = text(client_of(alice).get(VACATION))
    assert "Anything goes" in shown
    assert "Not begun" not in shown
    assert shown.count("At this table vacations don’t pause the game.") == 1
    assert shown.count("At this table friends don’t play for people on vacation.") == 1
    assert shown.count("Your friend’s user name") == 2  # for all tables, and for the one that allows it
    assert "30 of 30" in shown


def test_a_vacation_set_ahead_is_listed_with_what_happens_where(duel: Game, alice: User) -> None:
    client, me = client_of(alice), seat(duel, alice)
    answer = plan(client, alice, 10, 7, **{f"kind_{me.pk}": "pause"})
    assert (answer.status_code, answer.url) == (302, VACATION)
    vacation = alice.vacations.get()
    assert (vacation.state, vacation.arrangements.get().kind) == (Vacation.State.PLANNED, "pause")
    shown = text(client.get(VACATION))
    assert "Your vacation is planned." in shown
    assert "<b>Duel</b>: The table pauses" in shown
    assert "23 of 30" in shown
    assert not Game.objects.get(pk=duel.pk).is_paused


def test_one_that_begins_today_begins_at_once_and_ends_by_a_press(duel: Game, alice: User) -> None:
    client, me = client_of(alice), seat(duel, alice)
    plan(client, alice, 0, 3, **{f"kind_{me.pk}": "computer"})
    me.refresh_from_db()
    assert me.stand_in == "computer"
    assert "You’re on vacation until" in text(client.get("/tables/"))
    back = client.post(f"{VACATION}{alice.vacations.get().pk}/cancel/", follow=True)
    assert "Welcome back. Your seats are yours again." in text(back)
    me.refresh_from_db()
    assert me.stand_in == ""


def test_nothing_at_all_lets_the_clock_run(duel: Game, alice: User) -> None:
    me = seat(duel, alice)
    plan(client_of(alice), alice, 0, 3, **{f"kind_{me.pk}": "clock"})
    assert alice.vacations.get().arrangements.get().kind == ""
    me.refresh_from_db()
    assert me.stand_in == ""


def test_a_table_about_which_nothing_is_sent_gets_a_computer_player(duel: Game, alice: User) -> None:
    plan(client_of(alice), alice, 5, 3)
    assert alice.vacations.get().arrangements.get().kind == "computer"


def test_one_choice_is_for_all_tables_and_each_may_differ(alice: User, bob: User, carol: User) -> None:
    games = [table_of(alice, bob, name=name) for name in ("One", "Two", "Three")]
    strict = table_of(alice, bob, name="Strict", away=["computer"])
    keys = [seat(game, alice).pk for game in (*games, strict)]
    client = client_of(alice)
    plan(client, alice, 5, 3, kind="pause", **{f"kind_{keys[1]}": "clock", f"kind_{keys[2]}": "", "friend": "ignored"})
    vacation = alice.vacations.get()
    made = dict(vacation.arrangements.values_list("player_id", "kind"))
    assert [made[key] for key in keys] == ["pause", "", "pause", "computer"]
    form = client.get(f"{VACATION}{vacation.pk}/").context["form"]
    assert form["kind"].value() == "pause"
    assert [form[f"kind-{key}"].value() for key in keys] == ["", "clock", "", ""]
    assert form.has_exceptions()
    plan(client, alice, 5, 3, f"{VACATION}{vacation.pk}/", kind="friend", friend="carol")
    friends = dict(vacation.arrangements.values_list("player_id", "friend__username"))
    assert [friends[key] for key in keys] == ["carol"] * 3 + [None]


def test_a_friend_for_all_tables_who_plays_at_one_is_refused_and_the_tables_unfold(
    alice: User, bob: User, carol: User
) -> None:
    table_of(alice, bob, name="With bob")
    table_of(alice, carol, name="Without")
    answer = plan(client_of(alice), alice, 5, 3, kind="friend", friend="bob")
    assert answer.status_code == 422
    shown = text(answer)
    assert "bob has a seat at the table With bob and can’t play for you there." in shown
    assert 'id="id_friend_error"' in shown
    assert '<details class="house-rules" open>' in shown
    assert not Vacation.objects.exists()


def test_what_no_table_allows_is_refused(alice: User, bob: User) -> None:
    table_of(alice, bob, away=[])
    answer = plan(client_of(alice), alice, 5, 3, kind="pause")
    assert answer.status_code == 422
    assert "None of your tables allow that." in text(answer)


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        ("", "", "Choose a day."),
        ("soon", "later", "There’s no such day."),
        ("2027-02-30", "2027-03-02", "There’s no such day."),
        ("2020-01-01", "2020-01-05", "A vacation can’t be in the past."),
        ("2027-01-09", "2027-01-05", "The last day of a vacation can’t be before the first one."),
        ("9999-12-01", "9999-12-31", "You can plan a vacation up to a year ahead."),
        ("2027-02-01", "2027-03-30", "In 2027 you have 30 days of vacation left."),
    ],
)
def test_invalid_days_are_refused_with_a_reason(alice: User, first: str, last: str, says: str) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC)):
        answer = client_of(alice).post(VACATION, {"first": first, "last": last})
    assert answer.status_code == 422
    assert says in text(answer)
    assert f'value="{first}"' in text(answer) or not first
    assert not Vacation.objects.exists()


def test_a_disallowed_arrangement_is_refused_with_a_reason(alice: User, bob: User) -> None:
    game = table_of(alice, bob, away=["computer"])
    for way in ("pause", "friend", "magic"):
        answer = plan(client_of(alice), alice, 5, 3, **{f"kind_{seat(game, alice).pk}": way})
        assert answer.status_code == 422
        assert "This table doesn’t allow that." in text(answer)
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Enter the user name of the friend who will play for you."),
        ("nobody", "Nobody has the user name nobody."),
        ("bob", "bob has a seat at the table Duel and can’t play for you there."),
        ("guest-Dana", "Nobody has the user name guest-Dana."),
        ("x" * 41, "at most 40 characters"),
        ("\0", "Null characters are not allowed."),
    ],
)
def test_an_unsuitable_friend_is_refused_at_the_field(
    duel: Game, alice: User, guest: User, name: str, says: str
) -> None:
    me = seat(duel, alice)
    answer = plan(client_of(alice), alice, 5, 3, **{f"kind_{me.pk}": "friend", f"friend_{me.pk}": name})
    assert answer.status_code == 422
    shown = text(answer)
    assert says in shown
    assert f'id="id_friend-{me.pk}_error"' in shown
    assert not Vacation.objects.exists()


# --- changing and cancelling


def test_the_page_says_what_a_vacation_costs(alice: User) -> None:
    shown = text(client_of(alice).get(VACATION))
    assert "A day counts as soon as it starts, even if you’re back a minute later" in shown


def test_a_day_that_has_begun_is_spent(alice: User) -> None:
    client = client_of(alice)
    for spent in (1, 2):
        plan(client, alice, 0, 1)
        client.post(f"{VACATION}{alice.vacations.latest('pk').pk}/cancel/")
        assert f"{30 - spent} of 30" in text(client.get(VACATION))


def test_a_current_vacation_is_changed_in_the_days_of_its_own_zone(alice: User) -> None:
    plan(client_of(alice), alice, 0, 3)
    User.objects.filter(pk=alice.pk).update(time_zone="America/Chicago")
    shown = text(client_of(alice).get(f"{VACATION}{alice.vacations.get().pk}/"))
    assert "Its days follow UTC, your time zone when it started." in shown


def test_days_and_tables_can_be_changed(duel: Game, alice: User) -> None:
    client, me = client_of(alice), seat(duel, alice)
    plan(client, alice, 10, 7, **{f"kind_{me.pk}": "pause"})
    address = f"{VACATION}{alice.vacations.get().pk}/"
    shown = text(client.get(address))
    assert f'value="{(today(alice) + timedelta(days=10)).isoformat()}"' in shown
    answer = plan(client, alice, 20, 3, address, **{f"kind_{me.pk}": "computer"})
    assert (answer.status_code, answer.url) == (302, VACATION)
    vacation = alice.vacations.get()
    assert vacation.first == today(alice) + timedelta(days=20)
    assert vacation.arrangements.get().kind == "computer"
    refused = plan(client, alice, 20, 90, address)
    assert refused.status_code == 422


def test_a_current_vacation_keeps_its_first_day(alice: User) -> None:
    client = client_of(alice)
    plan(client, alice, 0, 3)
    address = f"{VACATION}{alice.vacations.get().pk}/"
    assert "you can only change the last day" in text(client.get(address))
    answer = plan(client, alice, 2, 5, address)
    assert answer.status_code == 302
    vacation = alice.vacations.get()
    assert (vacation.first, vacation.last) == (today(alice), today(alice) + timedelta(days=6))


def test_a_planned_vacation_can_be_cancelled(alice: User) -> None:
    client = client_of(alice)
    plan(client, alice, 10, 7)
    address = f"{VACATION}{alice.vacations.get().pk}/cancel/"
    assert client.get(address).status_code == 405
    assert "The vacation is cancelled." in text(client.post(address, follow=True))
    assert "30 of 30" in text(client.get(VACATION))
    again = client.post(address)
    assert again.status_code == 422
    assert "This vacation is over." in text(again)


def test_vacations_of_others_get_404(alice: User, bob: User, staff: User) -> None:
    plan(client_of(alice), alice, 10, 7)
    key = alice.vacations.get().pk
    for user in (bob, staff):
        client = client_of(user)
        for key_of in (key, key + 1, HUGE):
            assert client.get(f"{VACATION}{key_of}/").status_code == 404
            assert plan(client, user, 1, 2, f"{VACATION}{key_of}/").status_code == 404
            assert client.post(f"{VACATION}{key_of}/cancel/").status_code == 404
        assert "Planned" in text(client.get(VACATION))
        assert "No vacation planned." in text(client.get(VACATION))
    assert alice.vacations.get().state == Vacation.State.PLANNED


# --- friends


@pytest.fixture
def request_to_carol(duel: Game, alice: User, carol: User) -> Arrangement:
    me = seat(duel, alice)
    plan(client_of(alice), alice, 0, 5, **{f"kind_{me.pk}": "friend", f"friend_{me.pk}": "carol"})
    return Arrangement.objects.get(friend=carol)


def answer_request(user: User | None, key: int, answer: str, **fields: str) -> Any:
    return client_of(user).post(f"{VACATION}asked/{key}/", {"answer": answer} | fields)


def test_a_request_to_a_friend_is_in_my_tables_and_on_the_page(
    request_to_carol: Arrangement, carol: User, bob: User
) -> None:
    for address in ("/tables/", VACATION):
        shown = text(client_of(carol).get(address))
        assert "alice asks you to play for them" in shown
        assert "asks you to play for them" not in text(client_of(bob).get(address))


def test_a_friend_accepts_and_sits_in(request_to_carol: Arrangement, duel: Game, alice: User, carol: User) -> None:
    assert "We’ve asked carol to play for you. Until they agree, a computer player does." in text(
        client_of(alice).get(VACATION)
    )
    answer = answer_request(carol, request_to_carol.pk, "accept", next="home")
    assert (answer.status_code, answer.url) == (302, "/tables/")
    assert seat(duel, alice).friend == carol
    assert "asks you to play for them" not in text(client_of(carol).get("/tables/"))
    assert "You’ve accepted" in text(client_of(carol).get(VACATION))
    assert "<b>Duel</b>: carol plays for you." in text(client_of(alice).get(VACATION))
    answer_request(carol, request_to_carol.pk, "decline")
    assert seat(duel, alice).stand_in == "computer"


def test_a_friend_declines(request_to_carol: Arrangement, duel: Game, alice: User, carol: User) -> None:
    assert answer_request(carol, request_to_carol.pk, "decline").url == VACATION
    assert seat(duel, alice).stand_in == "computer"
    assert "carol can’t play for you, so a computer player does." in text(client_of(alice).get(VACATION))
    assert "asks you to play for them" not in text(client_of(carol).get(VACATION))


def test_other_users_cannot_answer(request_to_carol: Arrangement, alice: User, bob: User, staff: User) -> None:
    for user in (alice, bob, staff):
        assert answer_request(user, request_to_carol.pk, "accept").status_code == 404
    assert answer_request(None, request_to_carol.pk, "accept").status_code == 302
    for key in (request_to_carol.pk + 1, HUGE):
        assert answer_request(bob, key, "accept").status_code == 404
    request_to_carol.refresh_from_db()
    assert request_to_carol.answer == Arrangement.Answer.ASKED


def test_an_invalid_or_late_answer_is_refused_with_a_reason(
    request_to_carol: Arrangement, alice: User, carol: User
) -> None:
    unclear = answer_request(carol, request_to_carol.pk, "maybe")
    assert unclear.status_code == 422
    assert "Answer with yes or no." in text(unclear)
    client_of(alice).post(f"{VACATION}{alice.vacations.get().pk}/cancel/")
    late = answer_request(carol, request_to_carol.pk, "accept")
    assert late.status_code == 422
    assert "Nobody needs you to play there any more." in text(late)


def test_a_table_by_invitation_is_named_but_not_linked(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, public=False, name="Upstairs")
    me = seat(game, alice)
    plan(client_of(alice), alice, 3, 5, **{f"kind_{me.pk}": "friend", f"friend_{me.pk}": "carol"})
    shown = text(client_of(carol).get(VACATION))
    assert "Upstairs" in shown
    assert game.get_absolute_url() not in shown


def test_many_tables_where_the_same_happens_are_one_line(alice: User, bob: User) -> None:
    for name in ("One", "Two", "Three", "Four"):
        table_of(alice, bob, name=name, public_id=name.lower())
    client = client_of(alice)
    plan(client, alice, 10, 7, kind="computer")
    shown = text(client.get(VACATION))
    assert "<b>4 tables</b>: " in shown
    assert "<b>Three</b>" not in shown

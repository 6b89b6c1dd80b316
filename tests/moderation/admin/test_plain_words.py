"""Admin pages of rows in plain words: seats counted from 1, names instead of codes, sentences."""

from __future__ import annotations

import re
from datetime import date

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import translation

from accounts.i18n.dates import localized_span
from accounts.models import User
from games import moderation
from games.models import Game, Heartbeat, Incident, Rating, Vacation, Vote
from tests.cast import client_of, table_of
from tests.moderation.admin.pages import listed, one, text_of
from tests.playing import give_up, play_on

pytestmark = pytest.mark.django_db


def page(by: User, path: str, **query: str) -> str:
    return text_of(client_of(by).get(path, query))


def headed(text: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text)
    assert found is not None
    return found[1]


def test_a_move_and_an_incident_are_headed_by_what_happened(running: Game, staff: User) -> None:
    move = running.moves.get(number=1)
    text = page(staff, one("move", move.pk))
    assert re.match(r"Move 1: \w+ ", headed(text)) and "#1" not in text
    incident = Incident.objects.get(game=running, kind="proposed")
    text = page(staff, one("incident", incident.pk))
    assert re.match(rf"After move {incident.after}: .* proposes to pause the game$", headed(text))
    assert "{" not in re.sub(r"<(script|style|svg).*?</\1>", "", text, flags=re.DOTALL).partition("<fieldset")[2]


def test_seats_are_counted_from_one_and_say_who_it_is(running: Game, staff: User) -> None:
    for name in ("move", "incident"):
        seats = set(re.findall(r'class="field-who">([^<]*)<', page(staff, listed(name)))) - {"–"}
        assert seats and all(re.fullmatch(r"[12], \S+ \((alice|bob)\)", seat) for seat in seats), seats
        assert running.public_id in page(staff, listed(name))


def test_cards_and_tiles_have_the_names_that_players_know(staff: User, alice: User, bob: User) -> None:
    over = give_up(play_on(table_of(alice, bob), 10, seed=2))
    cards, tiles = page(staff, listed("card"), q=over.public_id), page(staff, listed("tile"), q=over.public_id)
    assert re.search(r'class="field-called"><a [^>]*>Ruby \d+<', cards)
    assert re.search(r"in the deck, number \d+", cards) and "Where" in cards
    assert re.search(r"open on the table, number \d", tiles)
    assert not re.search(r">(jazz\d|\d+R)<", cards + tiles)


def test_a_vacation_names_the_tables_and_its_days(running: Game, staff: User) -> None:
    vacation = Vacation.objects.get()
    vacation.arrangements.update(kind="")
    text = page(staff, one("vacation", vacation.pk))
    assert headed(text) == f"alice, {localized_span(vacation.first, vacation.last)}"
    assert ">Nightfall</a>" in text and "nothing: the clock runs" in text
    assert 'class="original"' not in text


def test_days_name_a_month_they_share_once() -> None:
    days = [(date(2026, 3, 7), date(2026, 3, 13)), (date(2026, 3, 30), date(2026, 4, 2))]
    days += [(date(2026, 12, 30), date(2027, 1, 2)), (date(2026, 3, 7), date(2026, 3, 7))]
    with translation.override("en"):
        assert [localized_span(*each) for each in days] == [
            *("7 to 13 March 2026", "30 March to 2 April 2026"),
            *("30 December 2026 to 2 January 2027", "7 March 2026"),
        ]


def test_the_ballots_of_a_vote_have_no_picture_of_djangos(running: Game, staff: User) -> None:
    text = page(staff, one("vote", Vote.objects.get().pk))
    assert headed(text) == "Nightfall: pause the game"
    assert "icon-yes" not in text
    assert re.search(r"✓</span>\s*yes", text)


def test_a_rating_is_told_in_points(staff: User, alice: User) -> None:
    rating = Rating.objects.create(user=alice, variant="chicago_poker", mu=23.565475659625285, sigma=8.058224222802378)
    text = page(staff, one("rating", rating.pk))
    assert headed(text) == "alice, Chicago Poker: 1464 ± 403"
    assert "23.6" in text and "23.56" not in text


def test_the_page_of_a_person_leads_to_all_that_is_about_them(staff: User, alice: User, bob: User) -> None:
    moderation.file_report(bob, alice, "name", "")
    text = page(staff, reverse("admin:accounts_user_change", args=[alice.pk]))
    desk = reverse("admin:games_report_person", args=["alice"])
    for address in (reverse("profile", args=["alice"]), desk, *(f"{listed(n)}?q=alice" for n in ("game", "notice"))):
        assert f'href="{address}"' in text, address
    assert "Shows the hand in e-mails" in text and "Save and add another" not in text


def test_staff_do_not_see_who_reported_them(moderator: User, alice: User) -> None:
    moderation.file_report(alice, moderator, "unfair", "")
    assert "by alice" not in page(moderator, reverse("admin:games_report_person", args=[moderator.username]))


def test_the_owner_of_an_address_is_shown_by_name(staff: User, alice: User, bob: User) -> None:
    row = EmailAddress.objects.create(user=alice, email="two@example.org")
    path = reverse("admin:account_emailaddress_change", args=[row.pk])
    assert re.search(r'name="user" value="alice"', page(staff, path))
    client_of(staff).post(path, {"user": "@BOB", "email": "two@example.org"})
    row.refresh_from_db()
    assert row.user == bob
    assert "Nobody here has this user name." in text_of(
        client_of(staff).post(path, {"user": "x y", "email": "a@b.org"})
    )


def test_tasks_that_stand_still_are_next_for_those_who_may_see_them(staff: User, moderator: User) -> None:
    Heartbeat.objects.all().delete()
    desk = reverse("admin:index")
    assert "2 regular tasks have stopped" in page(staff, desk) and "has never run" in page(staff, desk)
    assert "have stopped</b>" not in page(moderator, desk)

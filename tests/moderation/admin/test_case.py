"""The list of reports and each report's page: permissions and contents."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.access.restrictions import restrict
from accounts.models import User
from games import moderation
from games.models import Appeal, Game, Message, Report, StaffNote
from tests.cast import client_of, some_moderator, table_of
from tests.moderation.admin.pages import case, hidden_codes, names_a_hidden_card
from tests.playing import play_on
from tests.table.pages import text

pytestmark = pytest.mark.django_db

LIST = "admin:games_report_changelist"


def pressed(name: str, report: Report) -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def says(game: Game, user: User, words: str, **facts: Any) -> Message:
    seat = game.players.filter(user=user).first()
    return Message.objects.create(game=game, user=user, player=seat, text=words, **facts)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return play_on(table_of(alice, bob, name="Nightfall"), 30, seed=2)


@pytest.fixture
def report(game: Game, alice: User, bob: User) -> Report:
    """A report by alice about a message by bob, between two other messages."""
    says(game, alice, "You could have raided me.")
    insult = says(game, bob, "You play like a drunk.")
    says(game, alice, "Easy now.")
    says(game, bob, "from the gallery", room=Message.Room.GALLERY)
    return moderation.file_report(alice, bob, "insult", "Third time.", message=insult)


@pytest.fixture
def another(bob: User, carol: User) -> Report:
    return moderation.file_report(bob, carol, "name", "")


def test_only_moderators_see_reports(report: Report, alice: User, clerk: User, moderator: User) -> None:
    for path in (reverse(LIST), case(report)):
        assert client_of(clerk).get(path).status_code == 403
        assert client_of(alice).get(path).status_code == 404
        assert client_of().get(path).status_code == 302
        assert client_of(moderator).get(path).status_code == 200
    for name in ("take", "note"):
        assert client_of(clerk).post(pressed(name, report), {"text": "x"}).status_code == 403
        assert client_of(moderator).get(pressed(name, report)).status_code == 405
    assert client_of(moderator).get(reverse("admin:games_report_change", args=["9" * 30])).status_code == 404


def test_case_shows_surrounding_messages_and_both_people(report: Report, moderator: User) -> None:
    shown = text(client_of(moderator).get(case(report)))
    assert "You could have raided me." in shown
    assert "<mark>You play like a drunk.</mark>" in shown
    assert "Easy now." in shown
    assert "from the gallery" not in shown
    assert "Third time." in shown
    assert "alice reports bob at Nightfall" in shown
    assert "1 report · by 1 person · no action taken on any" in shown


def test_each_person_is_shown_with_their_own_restrictions(
    report: Report, alice: User, bob: User, carol: User, moderator: User
) -> None:
    for person, kind in ((alice, "mute"), (bob, "suspension"), (carol, "ban")):
        restrict(person, kind)
    shown = text(client_of(moderator).get(case(report)))
    bobs, alices = re.findall(r'<li class="person">.*?</li>', shown, re.DOTALL)
    assert re.findall(r"may not [a-z ]*", bobs) == ["may not play or write"]
    assert re.findall(r"may not [a-z ]*", alices) == ["may not write"]


def test_nothing_hidden_and_no_address(report: Report, game: Game, moderator: User) -> None:
    assert hidden_codes(game)
    shown = text(client_of(moderator).get(case(report)))
    assert "What happened, as spectators see it" in shown
    assert not names_a_hidden_card(shown, game)
    assert game.secret not in shown
    assert "@example.org" not in shown


def test_what_is_written_is_shown_as_it_was_written(game: Game, alice: User, bob: User, moderator: User) -> None:
    insult = says(game, bob, "<script>alert(1)</script>")
    report = moderation.file_report(alice, bob, "insult", "<img src=x onerror=alert(2)>", message=insult)
    shown = text(client_of(moderator).get(case(report)))
    assert "&lt;script&gt;alert(1)" in shown
    assert "<img src=x" not in shown


def test_how_it_ended_before(
    report: Report, another: Report, game: Game, bob: User, alice: User, moderator: User
) -> None:
    moderation.warn(moderator, bob, "He was angry", words="Don't.", report=report)
    again = moderation.file_report(alice, bob, "insult", "", message=says(game, bob, "Fool."))
    shown = text(client_of(moderator).get(case(again)))
    assert "Decisions about bob so far" in shown
    assert shown.count("He was angry") == 2, "as a decision about him, and as a precedent"
    assert "2 reports · by 1 person · action taken on 1" in shown
    assert "He was angry" not in text(client_of(moderator).get(case(another)))


def test_queue_filters_open_mine_and_done(
    report: Report, another: Report, bob: User, moderator: User, staff: User
) -> None:
    client = client_of(moderator)
    assert text(client.get(reverse(LIST))).index(case(report)) < text(client.get(reverse(LIST))).index(case(another))
    assert "Nothing to do right now." in text(client.get(reverse(LIST), {"show": "mine"}))
    moderation.take(report, moderator)
    mine = text(client.get(reverse(LIST), {"show": "mine"}))
    assert case(report) in mine
    assert case(another) not in mine
    assert "mona is working on it" in text(client_of(staff).get(reverse(LIST)))
    act = moderation.warn(moderator, bob, "No", report=report)
    appeal = moderation.appeal(bob, act, "It was a joke.")
    waiting = text(client.get(reverse(LIST), {"show": "nonsense"}))
    assert case(report) not in waiting
    assert waiting.index(reverse("admin:games_appeal_change", args=[appeal.pk])) < waiting.index(case(another))
    done = text(client.get(reverse(LIST), {"show": "done", "page": "x"}))
    assert case(report) in done
    assert case(another) not in done
    moderation.answer(staff, appeal, False, "No")
    assert reverse("admin:games_appeal_change", args=[appeal.pk]) in text(client.get(reverse(LIST), {"show": "done"}))


def test_what_one_has_taken_another_takes_over_deliberately(report: Report, moderator: User, staff: User) -> None:
    client = client_of(moderator)
    assert client.post(pressed("take", report)).status_code == 302
    assert Report.objects.get().taken_by == moderator
    other = client_of(some_moderator("milo"))
    answer = other.post(pressed("take", report))
    assert answer.status_code == 409
    assert "mona has been working on this since" in text(answer)
    assert "Take it over" in text(answer)
    assert other.post(pressed("take", report), {"over": "yes"}).status_code == 302
    assert Report.objects.get().taken_by.username == "milo"


def test_notes_for_other_moderators(report: Report, moderator: User, bob: User) -> None:
    client = client_of(moderator)
    for refused in ("", "  ", "x" * 1001, "a\0b"):
        answer = client.post(pressed("note", report), {"text": refused})
        assert answer.status_code == 422
        assert "A note can have 1 to 1000 characters." in text(answer)
    client.post(pressed("note", report), {"text": "Calms down when spoken to."})
    note = StaffNote.objects.get()
    assert (note.about, note.by, note.text) == (bob, moderator, "Calms down when spoken to.")
    assert "Calms down when spoken to." in text(client.get(case(report)))


def test_a_moderator_who_plays_there_sees_why_they_cannot_decide(
    game: Game, report: Report, alice: User, bob: User
) -> None:
    alice.is_staff = True
    alice.save()
    alice.groups.add(*some_moderator("milo").groups.all())
    alice = User.objects.get(pk=alice.pk)
    says(game, bob, "Watch out for the clubs", room=Message.Room.GALLERY)
    shown = text(client_of(alice).get(case(report)))
    assert "You have or had a seat in this game, so another moderator has to decide." in shown
    assert 'name="reason"' not in shown


@pytest.mark.parametrize("part", ["player", "owner", "owner of the loser", "friend"])
@pytest.mark.parametrize("status", [Game.Status.RUNNING, Game.Status.STOPPED])
def test_gallery_messages_are_hidden_from_a_moderator_with_a_part_in_the_game(
    status: str, part: str, game: Game, bob: User, charlie: User
) -> None:
    advice = says(game, charlie, "bob has the ace", room=Message.Room.GALLERY)
    watcher = User.objects.create_user("dora", "dora@example.org")
    report = moderation.file_report(watcher, charlie, "unfair", "", message=advice)
    playing = some_moderator("milo")
    bot = User.objects.create_user("robo", owner=playing)
    parts = {
        "player": {"user": playing},
        "owner": {"user": bot},
        "owner of the loser": {"user": None, "lost_by": bot, "bot": "club", "vacant": True},
        "friend": {"stand_in": "friend", "friend": playing},
    }
    game.players.filter(user=bob).update(**parts[part])
    Game.objects.filter(pk=game.pk).update(status=status)
    for path in (case(report), reverse("admin:games_message_changelist"), reverse(LIST)):
        answer = client_of(playing).get(path)
        assert answer.status_code == 200
        assert "bob has the ace" not in text(answer), path
    row = reverse("admin:games_message_change", args=[advice.pk])
    assert client_of(playing).get(row).status_code == 302
    assert "bob has the ace" in text(client_of(some_moderator("mona")).get(case(report)))


def test_pages_take_a_constant_number_of_queries(
    report: Report, game: Game, alice: User, bob: User, carol: User, moderator: User, django_assert_max_num_queries: Any
) -> None:
    client = client_of(moderator)
    paths = [reverse(LIST), f"{reverse(LIST)}?show=done", case(report)]

    def queries() -> list[int]:
        counts = []
        for path in paths:
            with django_assert_max_num_queries(50) as counted:
                assert client.get(path).status_code == 200
            counts.append(len(counted))
        return counts

    moderation.warn(moderator, bob, "No", report=moderation.file_report(carol, bob, "insult", ""))
    closed = moderation.file_report(carol, bob, "name", "")
    appeal = moderation.appeal(bob, moderation.warn(moderator, bob, "No", report=closed), "Why?")
    StaffNote.objects.create(about=bob, by=moderator, text="x")
    queries()
    before = queries()
    for number in range(3):
        person = User.objects.create_user(f"person{number}")
        moderation.file_report(person, bob, "other", "also this")
        done = moderation.file_report(person, carol, "name", "")
        act = moderation.warn(moderator, carol, "No", report=done)
        Appeal.objects.create(action=act, by=act.about, words="Why?")
        again = moderation.file_report(person, bob, "insult", "")
        moderation.warn(moderator, bob, "No", report=again)
        StaffNote.objects.create(about=bob, by=person, text="y")
        says(game, alice, f"line {number}")
    assert queries() == before
    assert Appeal.objects.get(pk=appeal.pk).state == "open"


def test_a_case_is_made_without_a_report(game: Game, bob: User, moderator: User, clerk: User) -> None:
    path = reverse("admin:games_report_open")
    client = client_of(moderator)
    assert f"{path}?table={game.public_id}" in text(client.get(reverse("admin:games_game_desk", args=[game.pk])))
    assert f'value="{game.public_id}"' in text(client.get(path, {"table": game.public_id}))
    assert client_of(clerk).get(path).status_code == 403
    asked = {"who": "@bob", "table": game.public_id, "category": "stalling", "words": "As I have seen."}
    answer = client.post(path, asked)
    made = Report.objects.get()
    assert answer["Location"] == case(made)
    assert (made.by, made.about, made.game, made.category) == (moderator, bob, game, "stalling")
    refused = ({"who": "nobody"}, {"table": "nosuch"}, {"category": "x"}, {"who": ""}, {"who": moderator.username}, {})
    for changed in refused:
        answer = client.post(path, asked | changed)
        assert answer.status_code == (422 if changed else 409)
        assert "As I have seen." in text(answer)
    assert Report.objects.count() == 1

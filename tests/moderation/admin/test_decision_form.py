"""Deciding a report on its page: each act and several at once, what is refused with nothing lost, two who decide."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import Restriction, User
from games import moderation
from games.explanations import explanation
from games.models import Game, Message, ModerationAction, Player, Report
from tests.cast import client_of, some_moderator, somebody, table_of
from tests.playing import asked_seat
from tests.pseudo_locale import CODE, spoken
from tests.table.pages import text

pytestmark = pytest.mark.django_db

WHY = {"reason": "Second insult", "words": "Mind your words."}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return table_of(alice, bob, name="Nightfall")


@pytest.fixture
def report(game: Game, alice: User, bob: User) -> Report:
    insult = Message.objects.create(game=game, player=game.players.get(user=bob), user=bob, text="You fool.")
    return moderation.file_report(alice, bob, "insult", "", message=insult)


def case(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def decide(by: User, report: Report, **chosen: Any) -> Any:
    return client_of(by).post(case(report), WHY | chosen)


def kinds() -> list[str]:
    return list(ModerationAction.objects.order_by("pk").values_list("kind", flat=True))


@pytest.mark.parametrize("act", ["dismiss", "warn", "mute", "suspend", "ban"])
def test_each_act_closes_the_report_and_opens_the_next(report: Report, moderator: User, carol: User, act: str) -> None:
    following = moderation.file_report(carol, report.by, "name", "")
    answer = decide(moderator, report, act=act, days="3")
    assert answer.status_code == 302
    assert answer["Location"] == case(following)
    done = ModerationAction.objects.get()
    assert (done.kind, done.by, done.about, done.report) == (act, moderator, report.about, report)
    assert done.reason == "Second insult"
    assert done.facts.get("words") == (None if act == "dismiss" else "Mind your words.")
    report.refresh_from_db()
    assert report.state == Report.State.CLOSED
    held = list(Restriction.objects.values_list("kind", flat=True))
    assert held == {"mute": ["mute"], "suspend": ["suspension"], "ban": ["ban"]}.get(act, [])
    shown = text(client_of(moderator).get(case(report)))
    assert "What was done" in shown
    assert 'name="reason"' not in shown


def test_for_as_long_as_is_chosen(report: Report, moderator: User) -> None:
    decide(moderator, report, act="mute", days="7")
    restriction = Restriction.objects.get()
    assert (restriction.until - restriction.since).days in (6, 7)
    assert "7" in text(client_of(moderator).get(case(report)))


def test_a_message_is_removed_and_its_writer_muted(report: Report, game: Game, moderator: User) -> None:
    assert decide(moderator, report, act="mute", days="1", remove="on").status_code == 302
    assert sorted(kinds()) == ["mute", "remove"]
    assert not game.messages.exists()
    assert "You fool." in text(client_of(moderator).get(case(report)))


def test_a_name_is_taken_away(bob: User, alice: User, moderator: User) -> None:
    report = moderation.file_report(alice, bob, "name", "")
    assert "Remove the message" not in text(client_of(moderator).get(case(report)))
    assert decide(moderator, report, act="none", rename="on", name="gentle").status_code == 302
    bob.refresh_from_db()
    assert bob.username == "gentle"


def test_a_name_that_will_not_do_decides_nothing(bob: User, alice: User, moderator: User) -> None:
    report = moderation.file_report(alice, bob, "name", "")
    answer = decide(moderator, report, act="warn", rename="on", name="alice")
    assert answer.status_code == 422
    assert "Mind your words." in text(answer)
    assert not ModerationAction.objects.exists(), "the warning neither"


def test_seats_and_deadlines_and_the_game(game: Game, report: Report, bob: User, moderator: User) -> None:
    asked, own = asked_seat(game), game.players.get(user=bob)
    answer = decide(moderator, report, act="none", replace="computer", extend=str(asked.seat))
    assert answer.status_code == 302
    assert sorted(kinds()) == ["extend", "replace"]
    assert Player.objects.get(pk=own.pk).stand_in == Player.StandIn.COMPUTER
    assert explanation(ModerationAction.objects.get(kind="extend")) == "You have more time for your move at Nightfall."


def test_a_seat_is_freed_for_a_substitute(game: Game, report: Report, bob: User, moderator: User) -> None:
    own = game.players.get(user=bob)
    assert decide(moderator, report, act="none", replace="vacate").status_code == 302
    assert Player.objects.get(pk=own.pk).vacant


def test_a_game_is_ended(game: Game, report: Report, moderator: User) -> None:
    assert decide(moderator, report, act="none", end="on").status_code == 302
    assert Game.objects.get(pk=game.pk).status == Game.Status.STOPPED
    assert kinds() == ["end"]


def test_of_a_game_that_is_over_nothing_can_be_changed(game: Game, report: Report, moderator: User) -> None:
    moderation.end(somebody("root", is_superuser=True), game, "Why not")
    shown = text(client_of(moderator).get(case(report)))
    for name in ("extend", "replace", "end"):
        assert f'name="{name}"' not in shown
    assert decide(moderator, report, act="none", end="on").status_code == 422


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({}, "Choose what is to be done."),
        ({"act": "hang"}, "Select a valid choice."),
        ({"act": "warn", "reason": " "}, "Say in a few words why."),
        ({"act": "warn", "reason": "x" * 501}, "at most 500 characters"),
        ({"act": "warn", "words": ""}, "Write what the person is told."),
        ({"act": "mute"}, "Choose for how long."),
        ({"act": "mute", "days": "400"}, "Select a valid choice."),
        ({"act": "none"}, "Tick below what is to be done"),
        ({"act": "dismiss", "remove": "on"}, "don’t go together"),
        ({"act": "none", "extend": "77"}, "Select a valid choice."),
    ],
)
def test_what_makes_no_sense_decides_nothing_and_loses_nothing(
    report: Report, moderator: User, chosen: dict[str, str], says: str
) -> None:
    answer = decide(moderator, report, **chosen)
    assert answer.status_code == 422
    assert says in text(answer)
    for name, typed in (WHY | chosen).items():
        if name in WHY:
            assert typed.strip() in text(answer)
    assert not ModerationAction.objects.exists()
    assert Report.objects.get().state == Report.State.OPEN


def test_the_second_of_two_sees_what_the_first_did(report: Report, moderator: User) -> None:
    assert decide(moderator, report, act="warn").status_code == 302
    answer = decide(some_moderator("milo"), report, act="ban", reason="Enough is enough")
    assert answer.status_code == 409
    shown = text(answer)
    assert "mona has decided this: warned" in shown
    assert "Enough is enough" in shown
    assert "Mind your words." in shown
    assert kinds() == ["warn"]


def test_not_about_oneself_nor_who_reported(bob: User, alice: User, moderator: User) -> None:
    report = moderation.file_report(alice, moderator, "unfair", "He favours carol")
    client = client_of(moderator)
    for path in (reverse("admin:games_report_changelist"), case(report)):
        shown = text(client.get(path))
        assert "alice" not in shown
        assert "He favours carol" not in shown
    assert "This is about you, so another moderator has to decide." in text(client.get(case(report)))
    answer = decide(moderator, report, act="dismiss")
    assert answer.status_code == 403
    assert "alice" not in text(answer)
    assert client.post(reverse("admin:games_report_note", args=[report.pk]), {"text": "x"}).status_code == 403
    assert "alice" in text(client_of(somebody("root", is_staff=True, is_superuser=True)).get(case(report)))


def test_deciding_requires_the_permission(report: Report) -> None:

    reader = somebody("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_report"))
    assert "Only moderators can do that." in text(client_of(reader).get(case(report)))
    assert decide(reader, report, act="warn").status_code == 403
    assert not ModerationAction.objects.exists()


def test_the_explanation_is_in_the_persons_language(game: Game, alice: User, bob: User, moderator: User) -> None:
    report = moderation.file_report(alice, bob, "stalling", "", game=game)
    assert "You were reported for keeping others waiting on purpose at Nightfall" in text(
        client_of(moderator).get(case(report))
    )
    with spoken():
        User.objects.filter(pk=bob.pk).update(last_language=CODE)
        shown = text(client_of(moderator).get(case(report)))
    assert "⟦You were reported for keeping others waiting on purpose at Nightfall" in shown
    assert "Same kind, earlier" in shown
    assert "⟦Same kind, earlier" not in shown

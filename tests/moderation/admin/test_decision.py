"""Deciding a report on its page: each action and combinations, refusals that keep the input, and concurrency."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.contrib.staticfiles import finders
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.i18n.dates import localized_date
from accounts.models import Restriction, User
from games import moderation
from games.models import Delivery, Game, Message, ModerationAction, Notice, NotificationKind, Player, Report
from games.moderation.admin.decision import DecisionForm
from games.moderation.explanations import explanation
from games.moderation.undo import UNDO_TIME
from games.notifications import compose
from games.notifications.channels.message import Note
from tests.cast import client_of, some_moderator, somebody
from tests.moderation.admin.pages import WHY, case, text_of
from tests.needs import EVERYTHING
from tests.playing import asked_seat
from tests.pseudo_locale import CODE, spoken
from tests.table.pages import text

pytestmark = pytest.mark.django_db


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


def test_the_box_names_the_days_and_shows_the_message_that_goes(report: Report, moderator: User) -> None:
    page = text_of(client_of(moderator).get(case(report)))
    box = page[page.index('class="consequences"') :]
    for days in (1, 3, 7, 30):
        ends = localized_date(timezone.now() + timedelta(days=days), "d MMMM")
        count = "1 day" if days == 1 else f"{days} days"
        assert re.search(rf'consequence--for-{days}">\s*For {count}, until {ends}\.', box)
    assert re.search(r"This message is removed[^<]*</p>\s*<blockquote[^>]*>\s*You fool\.", box)
    sheet = Path(str(finders.find("moderation/decide.css"))).read_text()
    for days, _label in DecisionForm(report).fields["days"].choices:
        assert f".consequence--for-{days}" in sheet


def test_without_a_message_none_is_removed(bob: User, alice: User, moderator: User) -> None:
    report = moderation.file_report(alice, bob, "insult", "")
    assert "This message is removed" not in text(client_of(moderator).get(case(report)))


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
    extension = ModerationAction.objects.get(kind="extend")
    assert explanation(extension) == "You’ve been given more time for your move at Nightfall."


def test_a_seat_is_freed_for_a_substitute(game: Game, report: Report, bob: User, moderator: User) -> None:
    own = game.players.get(user=bob)
    assert decide(moderator, report, act="none", replace="vacate").status_code == 302
    assert Player.objects.get(pk=own.pk).vacant


def test_a_game_is_ended(game: Game, report: Report, moderator: User) -> None:
    assert decide(moderator, report, act="none", end="on").status_code == 302
    assert Game.objects.get(pk=game.pk).status == Game.Status.STOPPED
    assert kinds() == ["end"]


def test_a_finished_game_can_not_be_changed(game: Game, report: Report, moderator: User) -> None:
    moderation.end(somebody("root", is_superuser=True), game, "Why not")
    shown = text(client_of(moderator).get(case(report)))
    for name in ("extend", "replace", "end"):
        assert f'name="{name}"' not in shown
    assert decide(moderator, report, act="none", end="on").status_code == 422


PARTS = {"remove": "on", "rename": "on", "replace": "computer", "extend": "1", "end": "on"}


ACTS = ("none", "warn", "mute", "suspend", "ban")
SHUT_OUT = ("suspend", "ban")
"""Actions that replace the player anyway, so that few combinations with other actions are left."""


def sets_of_parts(act: str) -> Iterator[tuple[str, ...]]:
    """Yield the sets of actions that are decided together with ``act``.

    In `make test-all` yield every set. Otherwise yield the empty set, the full set, and each action alone; for a
    warning, the full set without each action instead of single actions; for the acts in ``SHUT_OUT``, both kinds of
    sets.
    """
    most = len(PARTS)
    some = {"warn": (most - 1,), "none": (1,), "mute": (1,)}.get(act, (1, most - 1))
    for count in range(most + 1) if EVERYTHING else (0, *some, most):
        yield from combinations(PARTS, count)


def decision_notices(user: User) -> list[Note]:
    soon = timezone.now() + UNDO_TIME
    notices = Notice.objects.filter(user=user, kind=NotificationKind.CONDUCT, due_at__lte=soon).order_by("pk")
    return [compose.note(Delivery(notice=notice, user=user, channel="mail")) for notice in notices]


@pytest.mark.slow
@pytest.mark.parametrize("act", ACTS)
def test_everybody_gets_one_notice_of_a_decision_whatever_its_parts(
    game: Game, alice: User, bob: User, moderator: User, act: str
) -> None:
    """Bob has reported the case and also plays in the game: the players get more time, and lose the game."""
    assert asked_seat(game).user == bob
    insult = Message.objects.create(game=game, player=game.players.get(user=alice), user=alice, text="You fool.")
    report = moderation.file_report(bob, alice, "insult", "", message=insult)
    for parts in sets_of_parts(act):
        if (act == "none" and not parts) or (act in SHUT_OUT and "replace" in parts):
            continue  # no decision, or a seat that is taken already
        with transaction.atomic():
            sent = {name: PARTS[name] for name in parts}
            assert decide(moderator, report, act=act, days="3", **sent).status_code == 302
            assert set(kinds()) == {act, *parts} - {"none"}
            check_notices_of_both(act, parts, decision_notices(alice), decision_notices(bob))
            transaction.set_rollback(True)


def check_notices_of_both(act: str, parts: Collection[str], about: list[Note], reporter: list[Note]) -> None:
    ended = "end" in parts and act != "ban"  # banned users no longer play
    actions = {act, *parts} - {"none", "extend", "end"} | ({"end"} if ended else set())
    assert len(about) == bool(actions)
    for note in about:
        assert len(note.text.splitlines()) == len(actions)
        assert f"• {note.title}" not in note.text
        assert ("“Mind your words.”" in note.text) is (actions != {"end"})
        assert note.url.endswith("/decisions/") is (len(actions) > 1)
    (note,) = reporter
    bullets = {"extend": "• A moderator has given you more time at Nightfall"}
    bullets["end"] = "• A moderator has ended Nightfall without a result"
    assert note.title == "Your report was read"
    assert note.text.splitlines()[1:] == [bullets[name] for name in parts if name in bullets]


def test_each_of_several_decisions_is_notified(report: Report, bob: User, moderator: User) -> None:
    moderation.warn(moderator, bob, "why", report=report)
    moderation.rename(moderator, bob, "why", report=report)
    assert len(decision_notices(bob)) == 2


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({}, "Choose what to do."),
        ({"act": "hang"}, "Select a valid choice."),
        ({"act": "warn", "reason": " "}, "Say in a few words why."),
        ({"act": "warn", "reason": "x" * 501}, "at most 500 characters"),
        ({"act": "warn", "words": ""}, "Write something for the person to read."),
        ({"act": "mute"}, "Choose for how long."),
        ({"act": "mute", "days": "400"}, "Select a valid choice."),
        ({"act": "none"}, "Tick something below"),
        ({"act": "dismiss", "remove": "on"}, "Choose one or the other"),
        ({"act": "none", "extend": "77"}, "Select a valid choice."),
    ],
)
def test_an_invalid_decision_does_nothing_and_keeps_the_input(
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
    assert "mona already decided this: warned" in shown
    assert "Enough is enough" in shown
    assert "Mind your words." in shown
    assert kinds() == ["warn"]


def test_moderators_can_not_decide_about_themselves_or_the_reporter(bob: User, alice: User, moderator: User) -> None:
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

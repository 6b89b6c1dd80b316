"""Decisions as shown to the user concerned: the banner on every page, the page, the appeal."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import moderation
from games.models import Appeal, Game, Message, ModerationAction
from tests.cast import client_of, some_moderator, somebody
from tests.table.pages import text

pytestmark = pytest.mark.django_db

UNREAD = "The moderators have made a decision about you."


def address(act: ModerationAction) -> str:
    return reverse("decision", args=[act.pk])


def seen(user: User, path: str) -> str:
    return text(client_of(user).get(path))


def appeal(user: User, act: ModerationAction, words: str = "It was a joke.") -> Any:
    return client_of(user).post(address(act), {"words": words}, follow=True)


@pytest.fixture
def mute(moderator: User, bob: User) -> ModerationAction:
    return moderation.mute(moderator, bob, 3, "Second insult", words="Mind your words.")


def test_every_page_announces_a_decision_until_it_is_read(mute: ModerationAction, bob: User, alice: User) -> None:
    for name in ("front", "lobby", "home"):
        assert UNREAD in seen(bob, reverse(name))
        assert UNREAD not in seen(alice, reverse(name))
    for path in (reverse("decisions"), address(mute)):
        shown = seen(bob, path)
        assert UNREAD not in shown, "there it stands in full"
        assert "I’ve read it" in shown
    assert UNREAD in seen(bob, reverse("lobby")), "looking changes nothing"
    assert client_of(bob).get(reverse("decisions-read")).status_code == 405
    assert client_of(bob).post(reverse("decisions-read")).status_code == 302
    assert UNREAD not in seen(bob, reverse("lobby"))
    assert "I’ve read it" not in seen(bob, address(mute))


def test_decision_shows_what_why_and_until_when(mute: ModerationAction, bob: User) -> None:
    shown = seen(bob, address(mute))
    assert "For a while you can’t write anything that others read." in shown
    assert "Mind your words." in shown
    assert "Second insult" not in shown, "the reason is for the log"
    assert "It ends on" in shown
    assert "mona" not in shown
    assert address(mute) in seen(bob, reverse("decisions"))


def test_the_message_is_quoted_whether_or_not_it_is_still_there(
    duel: Game, alice: User, bob: User, moderator: User
) -> None:
    seat = duel.players.get(user=bob)
    insult = Message.objects.create(game=duel, player=seat, user=bob, text="You fool.")
    report = moderation.file_report(alice, bob, "insult", "He always does", message=insult)
    warned = moderation.warn(moderator, bob, "No", report=report)
    assert "You fool." in seen(bob, address(warned))
    removed = moderation.remove(moderator, insult, "No", report=report)
    for act in (warned, removed):
        shown = seen(bob, address(act))
        assert "You fool." in shown
        assert "He always does" not in shown
        assert "alice" not in shown


def test_a_decision_is_private(mute: ModerationAction, alice: User, bob: User, moderator: User) -> None:
    assert client_of(alice).get(address(mute)).status_code == 404
    assert client_of(moderator).get(address(mute)).status_code == 404
    assert appeal(alice, mute).status_code == 404
    assert client_of().get(address(mute)).status_code == 302
    assert not Appeal.objects.exists()


def test_dismissed_reports_are_not_shown(duel: Game, alice: User, bob: User, moderator: User) -> None:
    report = moderation.file_report(alice, bob, "unfair", "", game=duel)
    act = moderation.dismiss(moderator, report, "Nothing in it")
    undone = moderation.take_back(moderator, act, "There is")
    for each in (act, undone):
        assert client_of(bob).get(address(each)).status_code == 404
    assert UNREAD not in seen(bob, reverse("lobby"))


def test_all_players_see_that_their_game_was_ended(duel: Game, alice: User, bob: User, moderator: User) -> None:
    act = moderation.end(moderator, duel, "Two accounts of one person")
    for user in (alice, bob):
        shown = seen(user, address(act))
        assert "The game at Duel was ended without a result." in shown
        assert 'name="words"' in shown
        assert duel.get_absolute_url() in shown
    assert "The game at Duel was ended" in text(appeal(alice, act, "She is my sister."))
    assert "Somebody else at the table has already appealed." in seen(bob, address(act))


def test_an_appeal_is_made_once(mute: ModerationAction, bob: User) -> None:
    answer = appeal(bob, mute)
    assert answer.redirect_chain == [(address(mute), 302)]
    assert "Your appeal is with the moderators." in text(answer)
    assert "It was a joke." in text(answer)
    again = appeal(bob, mute, "And another thing")
    assert again.status_code == 409
    assert "Each decision can be appealed only once." in text(again)
    assert Appeal.objects.get().words == "It was a joke."


@pytest.mark.parametrize(
    ("words", "says"),
    [("", "Say in a few words why."), (" \u200b", "Say in a few words why."), ("x" * 1001, "at most 1000 characters")],
)
def test_an_appeal_needs_words(mute: ModerationAction, bob: User, words: str, says: str) -> None:
    answer = appeal(bob, mute, words)
    assert answer.status_code == 422
    assert says in text(answer)
    assert words.strip() in text(answer)
    assert not Appeal.objects.exists()


def test_an_appeal_after_its_time(mute: ModerationAction, bob: User) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        answer = appeal(bob, mute, "Only now do I read this.")
        assert answer.status_code == 422
        assert "You could appeal against this decision until" in text(answer)
        assert "Only now do I read this." in text(answer)
        assert 'name="words"' not in seen(bob, address(mute))


def test_what_came_of_an_appeal(mute: ModerationAction, bob: User, carol: User) -> None:
    appeal(bob, mute)
    moderation.answer(some_moderator("milo"), Appeal.objects.get(), False, "No", words="Nobody laughed.")
    shown = seen(bob, address(mute))
    assert "Your appeal was turned down. The decision stands." in shown
    assert "Nobody laughed." in shown
    other = moderation.warn(User.objects.get(username="mona"), carol, "No")
    appeal(carol, other)
    moderation.answer(
        User.objects.get(username="milo"), Appeal.objects.latest("pk"), True, "Yes", words="We were wrong."
    )
    shown = seen(carol, address(other))
    assert "Your appeal was granted." in shown
    assert "This was taken back on" in shown
    assert "We were wrong." in shown


def test_the_answer_to_an_appeal_is_shown_on_the_decision(mute: ModerationAction, bob: User, carol: User) -> None:
    """The notice of an answer links to the answer's URL."""
    appeal(bob, mute)
    kept = moderation.answer(some_moderator("milo"), Appeal.objects.get(), False, "No")
    assert client_of(bob).get(address(kept))["Location"] == address(mute)
    undone = moderation.take_back(User.objects.get(username="mona"), mute, "After all")
    assert client_of(bob).get(address(undone))["Location"] == address(mute)
    assert client_of(carol).get(address(undone)).status_code == 404
    assert client_of(bob).post(address(kept), {"words": "x"}).status_code == 302
    assert Appeal.objects.count() == 1


def test_the_site_is_shut_but_the_decision_is_open(moderator: User, bob: User) -> None:
    act = moderation.ban(moderator, bob, "Again", words="Goodbye.")
    assert client_of(bob).get(reverse("lobby")).status_code == 403
    assert "Goodbye." in seen(bob, address(act))
    assert appeal(bob, act).status_code == 200
    moderation.answer(some_moderator("milo"), Appeal.objects.get(), True, "Too harsh")
    assert client_of(bob).get(reverse("lobby")).status_code == 200


def test_the_list_takes_a_constant_number_of_queries(
    moderator: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    client = client_of(bob)

    def queries() -> int:
        with django_assert_max_num_queries(20) as counted:
            assert client.get(reverse("decisions")).status_code == 200
        return len(counted)

    moderation.warn(moderator, bob, "One")
    queries()
    before = queries()
    for reason in ("Two", "Three"):
        moderation.appeal(bob, moderation.warn(moderator, bob, reason), "Why?")
    assert queries() == before
    assert "There are no decisions about you." in seen(somebody("erin"), reverse("decisions"))

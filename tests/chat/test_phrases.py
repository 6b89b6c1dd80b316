"""Quick phrases: sent with one press, shown in each reader's language, under the rules of every message."""

from __future__ import annotations

import pytest

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from games.chat import rooms
from games.models import Game, Message
from games.moderation.reports import file_report
from tests.cast import client_of, some_guest
from tests.table.pages import HTMX, page, post

pytestmark = pytest.mark.django_db


def test_one_press_sends_quick_words(duel: Game, alice: User, bob: User) -> None:
    assert 'value="thanks"' in page(alice, duel)
    assert post(alice, "chat", duel, phrase="thanks").status_code == 302
    message = duel.messages.get()
    assert (message.phrase, message.text, message.localized_text) == ("thanks", "Thanks", "Thanks")
    assert "Thanks" in page(bob, duel)


def test_the_reader_sees_their_language(duel: Game, alice: User) -> None:
    assert Message(game=duel, user=alice, text="Merci", phrase="thanks").localized_text == "Thanks"
    assert Message(game=duel, user=alice, text="Merci").localized_text == "Merci"


@pytest.mark.parametrize("code", ["insult", "", "luck\0", "x" * 600])
def test_unknown_quick_words_are_refused(code: str, duel: Game, alice: User) -> None:
    answer = post(alice, "chat", duel, HTMX, phrase=code)
    assert answer.status_code == 422
    assert not duel.messages.exists()


def test_a_half_written_message_stays(duel: Game, alice: User) -> None:
    html = post(alice, "chat", duel, HTMX, phrase="luck", text="half a thou").content.decode()
    assert ">half a thou</textarea>" in html
    assert [message.text for message in duel.messages.all()] == ["Good luck"]


def test_two_presses_of_one_page_say_it_once(duel: Game, alice: User) -> None:
    for _press in range(2):
        post(alice, "chat", duel, phrase="luck", after="0")
    assert duel.messages.count() == 1


def test_who_is_muted_has_no_quick_words_either(duel: Game, alice: User) -> None:
    restrict(alice, Restriction.Kind.MUTE)
    assert post(alice, "chat", duel, HTMX, phrase="luck").status_code in (403, 422)
    assert not duel.messages.exists()


def test_quick_words_count_as_messages(duel: Game, alice: User) -> None:
    for number in range(rooms.MESSAGES_PER_MINUTE):
        post(alice, "chat", duel, text=f"no {number}")
    answer = post(alice, "chat", duel, HTMX, phrase="luck")
    assert "a lot for one minute" in answer.content.decode()
    assert duel.messages.count() == rooms.MESSAGES_PER_MINUTE


def test_guests_among_the_spectators_have_none(alice: User, bob: User, table: Game) -> None:
    guest = some_guest("Dana")
    html = client_of(guest).get(table.get_absolute_url()).content.decode()
    assert 'name="phrase"' not in html


@pytest.fixture
def table(duel: Game) -> Game:
    Game.objects.filter(pk=duel.pk).update(public=True)
    return Game.objects.get(pk=duel.pk)


def test_moderators_see_and_remove_them(duel: Game, alice: User, bob: User) -> None:
    post(alice, "chat", duel, phrase="played")
    message = duel.messages.get()
    report = file_report(bob, alice, "insult", "", message=message)
    assert report.quoted == "Well played"
    rooms.remove(message)
    assert not duel.messages.exists()


def test_the_title_counts_unread_messages(duel: Game, alice: User, bob: User) -> None:
    post(alice, "chat", duel, phrase="luck")
    html = page(bob, duel)
    assert "✉ 1" in html[html.index("<title>") : html.index("</title>")]
    html = page(alice, duel)
    assert "✉" not in html[html.index("<title>") : html.index("</title>")]

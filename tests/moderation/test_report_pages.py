"""Reporting a message, a name or a player at a table: permissions, stored data, and input that survives a refusal."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from games.models import Game, Message, Report
from tests.cast import client_of, table_of
from tests.table.pages import page, text

pytestmark = pytest.mark.django_db

INSULT = {"category": "insult", "words": "Third time this week."}


@pytest.fixture
def insult(duel: Game, bob: User) -> Message:
    return Message.objects.create(game=duel, player=duel.players.get(user=bob), user=bob, text="You play like a drunk.")


def address(message: Message) -> str:
    return reverse("report-message", args=[message.game.public_id, message.pk])


def about(person: User) -> str:
    return reverse("report-person", args=[person.username])


def at(game: Game) -> str:
    return reverse("report-at-table", args=[game.public_id])


def send(user: User | None, path: str, **data: Any) -> Any:
    return client_of(user).post(path, INSULT | data, follow=True)


def test_a_message_is_reported(insult: Message, alice: User, bob: User) -> None:
    Game.objects.update(chat_version=1)
    assert address(insult) in page(alice, insult.game)
    shown = text(client_of(alice).get(address(insult)))
    assert "You play like a drunk." in shown
    assert not Report.objects.exists()
    answer = send(alice, address(insult))
    assert answer.redirect_chain == [(reverse("chat", args=[insult.game.public_id]), 302)]
    assert "Thank you. A moderator will look at it, usually within a day." in text(answer)
    report = Report.objects.get()
    assert (report.by, report.about, report.message, report.game) == (alice, bob, insult, insult.game)
    assert (report.category, report.words, report.quoted) == ("insult", INSULT["words"], insult.text)


def test_no_link_to_report_oneself(insult: Message, bob: User) -> None:
    Game.objects.update(chat_version=1)
    assert address(insult) not in page(bob, insult.game)
    answer = send(bob, address(insult))
    assert answer.status_code == 422
    assert "You can’t report yourself." in text(answer)


def test_a_message_that_one_cannot_read_is_not_there(insult: Message, charlie: User, alice: User) -> None:
    assert client_of(charlie).get(address(insult)).status_code == 404
    assert client_of(charlie).post(address(insult), INSULT).status_code == 404
    gone = reverse("report-message", args=[insult.game.public_id, insult.pk + 1])
    assert client_of(alice).get(gone).status_code == 404
    elsewhere = reverse("report-message", args=[table_of(alice, charlie).public_id, insult.pk])
    assert client_of(alice).get(elsewhere).status_code == 404
    assert not Report.objects.exists()


def test_gallery_messages_can_be_reported_by_spectators_only(duel: Game, alice: User, bob: User, charlie: User) -> None:
    said = Message.objects.create(game=duel, room=Message.Room.GALLERY, user=charlie, text="What a fool.")
    watcher = User.objects.create_user("dora", "dora@example.org")
    assert client_of(alice).get(address(said)).status_code == 404
    answer = send(watcher, address(said))
    assert answer.redirect_chain == [(reverse("gallery", args=[duel.public_id]), 302)]
    assert Report.objects.get().message == said


def test_visitors_sign_in_first(insult: Message, alice: User) -> None:
    for path in (address(insult), about(alice), at(insult.game)):
        answer = client_of().get(path)
        assert answer.status_code == 302
        assert reverse("account_login") in answer["Location"]


def test_a_name_is_reported(alice: User, bob: User) -> None:
    profile = reverse("profile", args=[bob.username])
    assert about(bob) in text(client_of(alice).get(profile))
    assert about(alice) not in text(client_of(alice).get(reverse("profile", args=[alice.username])))
    answer = send(alice, about(bob), category="name")
    assert answer.redirect_chain == [(profile, 302)]
    report = Report.objects.get()
    assert (report.about, report.category, report.quoted) == (bob, "name", "@bob")


@pytest.mark.parametrize("name", ["nobody", "%00"])
def test_reporting_an_unknown_name_gets_404(alice: User, name: str) -> None:
    assert client_of(alice).get(f"/people/{name}/report/").status_code == 404


def test_a_player_at_a_table_is_reported(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    assert at(game) in page(alice, game)
    shown = text(client_of(alice).get(at(game)))
    assert 'value="carol"' in shown
    assert 'value="alice"' not in shown
    answer = send(alice, at(game), category="stalling")
    assert answer.status_code == 422
    assert "Choose who it’s about." in text(answer)
    assert INSULT["words"] in text(answer)
    send(alice, at(game), category="stalling", who="carol")
    report = Report.objects.get()
    assert (report.about, report.game, report.message) == (carol, game, None)


def test_only_players_at_the_table_can_be_reported_there(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol)
    assert send(alice, at(game), who="charlie").status_code == 422
    assert not Report.objects.exists()


def test_a_table_without_other_users_has_no_report_page(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    assert at(game) not in page(alice, game)
    assert client_of(alice).get(at(game)).status_code == 404


def test_a_table_by_invitation_is_not_there_for_strangers(alice: User, bob: User, charlie: User) -> None:
    assert client_of(charlie).post(at(table_of(alice, bob, public=False)), INSULT).status_code == 404


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"category": ""}, "Choose what is wrong."),
        ({"category": "nonsense"}, "Select a valid choice."),
        ({"category": "other", "words": " \u200b "}, "Say in your own words what’s wrong."),
        ({"words": "x" * 501}, "Ensure this value has at most 500 characters"),
        ({"words": "the Mode\u200drator"}, "a stray invisible character in “Moderator”"),
        ({"words": "x\u0300\u0301\u0302"}, "One letter has more than two accents"),
        ({"words": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_refused_input_is_kept(insult: Message, alice: User, typed: dict[str, str], says: str) -> None:
    answer = client_of(alice).post(address(insult), INSULT | typed)
    assert answer.status_code == 422
    assert says in text(answer)
    assert (typed.get("words") or INSULT["words"]).strip() in text(answer) or "\0" in typed["words"]
    assert not Report.objects.exists()


def test_the_same_again_is_refused_while_it_waits(insult: Message, alice: User) -> None:
    send(alice, address(insult))
    answer = send(alice, address(insult), words="Once more.")
    assert answer.status_code == 409
    assert "You’ve already reported this." in text(answer)
    assert "Once more." in text(answer)
    assert Report.objects.count() == 1


def test_a_muted_user_can_report(insult: Message, alice: User) -> None:
    until = timezone.now() + timedelta(days=1)
    restrict(alice, Restriction.Kind.MUTE, until=until)
    assert send(alice, address(insult)).status_code == 200
    assert Report.objects.count() == 1


def test_a_guest_may_report(guest: User, bob: User) -> None:
    assert send(guest, about(bob)).status_code == 200
    assert Report.objects.get().by == guest


def test_too_many_at_once_are_refused(alice: User, bob: User, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"report": "1/m/key"}
    client = client_of(alice)
    assert client.post(about(bob), INSULT).status_code == 302
    assert client.post(about(bob), INSULT).status_code == 429
    assert client.get(about(bob)).status_code == 200

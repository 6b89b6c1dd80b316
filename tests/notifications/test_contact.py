"""The question "How should we tell you?": its audience, each answer, and a guest's address for notices."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from anymail.signals import AnymailTrackingEvent, tracking
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games.archive.tasks import archive
from games.core import seat_links
from games.lobby.time_controls import PRESETS
from games.models import ContactPreference, Delivery, Game, Notice, NotificationKind, PushSubscription, Webhook
from games.notifications.channels import email
from games.notifications.contact import link
from games.notifications.contact.preference import question
from tests.cast import PASSWORD, client_of, some_guest, somebody, table_of
from tests.normalized import compact
from tests.notifications.outbox_steps import deliver_due, later
from tests.playing import asked_seat, give_up, play_on

pytestmark = pytest.mark.django_db

ASKED = "How should we tell you?"
ADDRESS = "/settings/notices/address/"
DANA = "dana@example.org"


@pytest.fixture
def game(guest: User, alice: User) -> Game:
    """A game between the guest and alice. It is alice's turn, and the guest has had one."""
    game = table_of(guest, alice)
    while not (game.players.get(user=guest).last_turn_end and asked_seat(game).user == alice):
        game = play_on(game, 1)
    return game


def shown(user: User, path: str) -> str:
    return compact(client_of(user).get(path).content.decode())


def give(user: User, address: str = DANA, **more: str):
    return client_of(user).post(ADDRESS, {"address": address} | more)


def link_in(mail) -> str:
    found = re.search(r"https?://[^/\s]+(/notices/confirm/\S+)", mail.body)
    assert found
    return found[1]


def told_at(user: User, address: str = DANA) -> ContactPreference:
    return ContactPreference.objects.create(
        user=user, address=address, requested_at=timezone.now(), confirmed_at=timezone.now()
    )


# --- its recipients


def test_a_guest_is_asked_after_the_first_turn_until_they_answer(game: Game, guest: User) -> None:
    assert ASKED in shown(guest, game.get_absolute_url())
    assert ASKED in shown(guest, "/tables/")
    answer = client_of(guest).post("/settings/notices/look-in/", {"next": game.get_absolute_url()})
    assert answer.headers["Location"] == game.get_absolute_url()
    assert ASKED not in shown(guest, game.get_absolute_url())
    assert ASKED not in shown(guest, "/tables/")


def test_a_guest_is_asked_while_a_table_waits_for_players(guest: User) -> None:
    waits = table_of(guest, size=3)
    assert ASKED in shown(guest, waits.get_absolute_url())
    assert ASKED in shown(guest, "/tables/")


def test_no_question_at_the_guests_move_or_before_the_first_turn(guest: User, alice: User) -> None:
    game = table_of(guest, alice)
    while not game.players.get(user=guest).last_turn_end:
        assert ASKED not in shown(guest, game.get_absolute_url())
        game = play_on(game, 1)
    while asked_seat(game).user != guest:
        game = play_on(game, 1)
    assert ASKED not in shown(guest, game.get_absolute_url())


def test_no_question_at_a_practice_table(guest: User) -> None:
    game = play_on(table_of(guest, bots=("random", "random")), 30)
    assert ASKED not in shown(guest, game.get_absolute_url())
    assert ASKED not in shown(guest, "/tables/")


def test_a_guest_with_a_destination_is_not_asked(game: Game, guest: User, alice: User, bob: User) -> None:
    assert question(alice) is None
    PushSubscription.objects.create(user=guest, endpoint="https://push.example.org/1")
    assert question(guest) is None
    PushSubscription.objects.all().delete()
    hook = Webhook.objects.create(user=guest, address="https://hooks.example.org/1")
    assert question(guest) is None
    hook.delete()
    told_at(guest)
    assert question(guest) is None
    assert ASKED not in shown(alice, game.get_absolute_url())


def test_an_account_without_an_address_that_works_is_asked_to_confirm_it(guest: User, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(mail_trouble="550 full")
    page = shown(alice, table_of(alice, guest, size=3).get_absolute_url())
    assert ASKED in page
    assert "Confirm your address" in page
    assert 'name="address"' not in page
    assert give(alice).headers["Location"] == "/accounts/email/"
    assert not ContactPreference.objects.exists()


@pytest.mark.parametrize(("quick", "by_mail"), [("tonight", False), ("day", True), ("weekends", True)])
def test_the_ways_suit_the_pace_of_the_table(quick: str, by_mail: bool, guest: User, alice: User) -> None:
    """Mails come too late for turns of minutes, so none are offered there, before or after the start."""
    fields = PRESETS[quick].fields
    game = table_of(guest, alice, **fields)
    while not (game.players.get(user=guest).last_turn_end and asked_seat(game).user == alice):
        game = play_on(game, 1)
    for table in (table_of(guest, size=3, **fields), game):
        page = shown(guest, table.get_absolute_url())
        assert ASKED in page and "Notify me here" in page and "I’ll check myself" in page
        assert ('name="address"' in page, "we send no e-mails about them" in page) == (by_mail, not by_mail)


def test_looking_in_tonight_holds_for_quick_tables_alone(game: Game, guest: User) -> None:
    """A user who answered at a quick table is not asked at other quick tables; slower tables still ask."""
    ContactPreference.objects.create(user=guest, address=DANA, requested_at=timezone.now())
    quick, other = (table_of(guest, size=3, **PRESETS["tonight"].fields) for _table in range(2))
    answer = client_of(guest).post(
        "/settings/notices/look-in/", {"next": quick.get_absolute_url(), "pace": "quick"}, follow=True
    )
    assert "At tables where turns take minutes" in compact(answer.content.decode())
    assert ASKED not in shown(guest, quick.get_absolute_url())
    assert ASKED not in shown(guest, other.get_absolute_url())
    assert ASKED in shown(guest, game.get_absolute_url())
    assert ContactPreference.objects.get(user=guest).address == DANA


def test_spectators_and_visitors_are_not_asked(game: Game, charlie: User) -> None:
    other = some_guest("Erin")
    for user in (charlie, other, None):
        assert ASKED not in compact(client_of(user).get(game.get_absolute_url()).content.decode())


def test_a_finished_game_asks_no_question(game: Game, guest: User) -> None:
    give_up(game)
    assert ASKED not in shown(guest, game.get_absolute_url())


# --- an address


def test_an_address_is_told_after_its_link_was_followed(game: Game, guest: User, mailoutbox) -> None:
    answer = give(guest, "Dana@Example.org", next=game.get_absolute_url())
    assert answer.headers["Location"] == game.get_absolute_url()
    assert email.address(guest) is None
    assert "dana@example.org isn’t confirmed yet." in shown(guest, game.get_absolute_url())
    (mail,) = mailoutbox
    assert mail.to == [DANA]
    path, stranger = link_in(mail), client_of()
    assert "Yes, use this address" in stranger.get(path).content.decode()
    assert email.address(guest) is None
    assert stranger.post(path).status_code == 200
    assert email.address(guest) == DANA
    assert "sessionid" not in stranger.cookies
    assert ASKED not in shown(guest, game.get_absolute_url())
    assert stranger.post(path).status_code == 200


def test_it_opens_no_account(guest: User, mailoutbox) -> None:
    told_at(guest)
    client = client_of()
    client.post("/accounts/login/", {"login": DANA, "password": ""})
    client.post("/accounts/password/reset/", {"email": DANA})
    assert "_auth_user_id" not in client.session
    assert not any("reset/key" in mail.body for mail in mailoutbox)
    guest.refresh_from_db()
    assert (guest.email, guest.is_guest, guest.has_usable_password()) == ("", True, False)


def test_the_turn_mail_goes_there_and_can_be_stopped(game: Game, guest: User, queue, mailoutbox) -> None:
    told_at(guest)
    Notice.objects.all().delete()
    while asked_seat(game).user != guest:
        game = play_on(game, 1)
    with later(minutes=30):
        deliver_due(queue)
    (mail,) = [mail for mail in mailoutbox if mail.to == [DANA]]
    assert "have an account" not in mail.body
    stop = re.search(r"<https?://[^/]+([^>]+)>", mail.extra_headers["List-Unsubscribe"])
    assert stop
    assert DANA in client_of().get(stop[1]).content.decode()
    assert client_of().post(stop[1]).status_code == 200
    Notice.objects.all().delete()
    game = play_on(game, 30)
    with later(hours=2):
        deliver_due(queue)
    assert not Delivery.objects.filter(
        user=guest, notice__kind=NotificationKind.TURN, state="sent", channel="mail"
    ).exists()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "Enter the address for your e-mails."),
        ("dana", "This isn’t an e-mail address."),
        ("a@b", "This isn’t an e-mail address."),
        (f"{'a' * 260}@example.org", "This isn’t an e-mail address."),
        ("dana@example.org\r\nBcc: eve@example.org", "This isn’t an e-mail address."),
        ("da\0na@example.org", "This isn’t an e-mail address."),
    ],
)
def test_an_invalid_address_is_explained_beside_the_field(guest: User, written: str, said: str, mailoutbox) -> None:
    answer = give(guest, written)
    page = compact(answer.content.decode())
    assert (answer.status_code, said in page) == (422, True)
    assert 'aria-describedby="tell-problem"' in page
    assert not (mailoutbox or ContactPreference.objects.exists())


def test_the_answer_does_not_reveal_whose_address_it_is(guest: User, mailoutbox) -> None:
    """The answer and the mail do not disclose that alice has an account."""
    somebody("erin")
    answers = [give(guest, address, next="/tables/") for address in ("erin@example.org", "nobody@example.org")]
    assert len({(each.status_code, each.headers["Location"]) for each in answers}) == 1
    first, second = (re.sub(r"https?://\S+", "", mail.body) for mail in mailoutbox)
    assert first == second
    assert "erin" not in first


def test_confirming_an_accounts_address_leaves_the_account_alone(guest: User, alice: User, mailoutbox) -> None:
    give(guest, alice.email)
    client_of(alice).post(link_in(mailoutbox[0]))
    assert email.address(guest) == email.address(alice) == alice.email
    alice.refresh_from_db()
    assert not alice.is_guest


def test_a_link_is_good_for_three_days_and_for_the_last_address(guest: User, mailoutbox) -> None:
    for address in (DANA, "other@example.org"):
        give(guest, address)
    old, new = (link_in(mail) for mail in mailoutbox)
    for path in (old, f"{new[:-2]}x/", "/notices/confirm/nonsense/"):
        assert client_of().get(path).status_code == client_of().post(path).status_code == 404, path
    assert "This link no longer works" in client_of().get(old).content.decode()
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert client_of().post(new).status_code == 404
    assert client_of().post(new).status_code == 200


def test_a_stranger_is_not_sent_links_without_end(mailoutbox) -> None:
    for number in range(5):
        assert give(some_guest(f"g{number}")).status_code == 302
    assert len(mailoutbox) == link.MOST_LINKS


def test_links_are_limited_by_requester(guest: User, settings, mailoutbox) -> None:
    cache.clear()
    statuses = [give(guest, f"d{number}@example.org").status_code for number in range(6)]
    assert statuses == [302] * 5 + [429]


def test_an_unavailable_mail_server_is_explained_beside_the_field(guest: User, mailbox) -> None:
    mailbox.close()
    answer = give(guest)
    assert (answer.status_code, "We couldn’t send the e-mail" in answer.content.decode()) == (422, True)
    assert not ContactPreference.objects.exists()


def test_an_address_that_bounces_is_told_where_the_question_was(game: Game, guest: User) -> None:
    told_at(guest)
    event = AnymailTrackingEvent(event_type="bounced", recipient="DANA@example.org", mta_response="550 no <Dana>")
    tracking.send(sender=None, event=event, esp_name="Test")
    assert email.address(User.objects.get(pk=guest.pk)) is None
    page = shown(guest, game.get_absolute_url())
    assert "E-mails to dana@example.org bounce: “550 no &lt;Dana&gt;”" in page
    assert "Change the address" not in page
    assert "550 no" in shown(guest, "/settings/notices/")
    give(guest, "new@example.org")
    assert "550 no" not in shown(guest, game.get_absolute_url())


def test_the_settings_show_and_delete_it(guest: User) -> None:
    told_at(guest)
    assert f"E-mails go to {DANA}, for notifications only" in shown(guest, "/settings/notices/")
    assert client_of(guest).post("/settings/notices/address/remove/").status_code == 302
    assert not ContactPreference.objects.exists()
    assert DANA not in shown(guest, "/settings/notices/")


def test_looking_in_forgets_the_address(guest: User) -> None:
    told_at(guest)
    client_of(guest).post("/settings/notices/look-in/")
    assert list(ContactPreference.objects.values_list("looks_in", "address", "confirmed_at")) == [(True, "", None)]


def test_an_unconfirmed_address_is_deleted(guest: User, charlie: User) -> None:
    ContactPreference.objects.create(user=charlie, looks_in=True)
    ContactPreference.objects.create(user=guest, address=DANA, requested_at=timezone.now() - timedelta(days=4))
    archive()
    assert [each.user for each in ContactPreference.objects.all()] == [charlie]


def test_an_accounts_own_address_takes_its_place(guest: User, mailoutbox) -> None:
    told_at(guest)
    written = {"username": "dana", "display_name": "Dana", "email": "dana@example.net"}
    passwords = {"password1": PASSWORD}
    assert client_of(guest).post(reverse("upgrade"), written | passwords).url == reverse("settings")
    guest.refresh_from_db()
    assert email.address(guest) == DANA
    path = re.search(r"https?://[^/\s]+(/\S*confirm-email/\S+)", mailoutbox[-1].body)
    assert path
    client_of(guest).post(path[1])
    assert email.address(User.objects.get(pk=guest.pk)) == "dana@example.net"
    assert not ContactPreference.objects.exists()


def test_it_goes_with_the_guest(guest: User) -> None:
    told_at(guest)
    erase_user(guest)
    assert not ContactPreference.objects.exists()


def test_a_pass_from_a_mail_ends_with_the_address(game: Game, guest: User) -> None:
    told_at(guest)
    seat = game.players.select_related("game", "user").get(user=guest)
    token = seat_links.url(seat, guest, timezone.now()).rstrip("/").rpartition("/")[2]
    assert seat_links.read(token).player == seat
    ContactPreference.objects.update(address="other@example.org")
    with pytest.raises(seat_links.ExpiredToken):
        seat_links.read(token)


@pytest.mark.parametrize("where", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "home", ""])
def test_the_way_back_stays_on_this_site(guest: User, where: str) -> None:
    answer = client_of(guest).post("/settings/notices/look-in/", {"next": where})
    assert answer.headers["Location"] == "/tables/"


# --- a browser that no longer accepts notices


def test_a_dead_browser_is_told_and_the_question_comes_back(game: Game, guest: User) -> None:
    PushSubscription.objects.create(
        user=guest, endpoint="https://push.example.org/1", name="Firefox, Linux", ended_at=timezone.now()
    )
    page = shown(guest, game.get_absolute_url())
    assert "Firefox, Linux no longer accepts our notifications." in page
    assert "this browser no longer accepts notifications" in shown(guest, "/settings/notices/")


def test_the_press_that_sends_a_link_is_answered_where_it_was_made(game: Game, guest: User, mailoutbox) -> None:
    """The sheet with the question is closed by then on a phone, so the page confirms that a link was sent."""
    browser, address = client_of(guest), game.get_absolute_url()
    answer = browser.post(reverse("notice-address"), {"address": DANA, "next": address}, follow=True)
    page = compact(answer.content.decode())
    assert f"We’ve sent a link to {DANA}. Open it within three days, and your notifications will go there." in page
    assert f"A link is on its way<small>{DANA}</small>" in page
    assert f"on its way to {DANA}" not in compact(browser.get(address).content.decode())

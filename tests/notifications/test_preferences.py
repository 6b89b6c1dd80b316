"""Notification preferences: by kind and channel, quiet hours, the digest, single tables, tests, invalid input."""

from __future__ import annotations

import re
from datetime import time

import pytest
from django.urls import reverse

from games import play
from games.models import (
    DeliveryChannel,
    DeliveryTiming,
    Notice,
    NotificationKind,
    NotificationPreference,
    PushSubscription,
)
from games.notifications import compose, outbox, preferences
from games.notifications.text import BUILDERS
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.notifications.outbox_steps import asked, deliver_due, later, turns_of, wants

pytestmark = pytest.mark.django_db
PAGE = "/settings/notices/"


def answers(**changes):
    """Return the form's data, with these changes to the defaults."""
    every = {f"{kind}-{channel}": "now" for kind in preferences.KINDS for channel in DeliveryChannel}
    rest = {
        "preset": "everything",
        "quiet_from": "",
        "quiet_until": "",
        "quiet_days": range(7),
        "digest_hour": "18",
        "last_call": "60",
    }
    return every | rest | {"hand_in_mail": "on"} | changes


def with_browser(user):
    PushSubscription.objects.create(user=user, endpoint="https://push.example.org/1", p256dh="k", auth="a")


def test_preferences_are_saved_and_shown(alice):
    with_browser(alice)
    client = client_of(alice)
    sent = answers(
        **{"turn-mail": "digest", "mention-push": "off"},
        quiet_from="22:30",
        quiet_until="07:00",
        quiet_days=["4", "5"],
        digest_hour="7",
        last_call="30",
    )
    assert client.post(PAGE, sent).status_code == 302
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.quiet_until, alice.quiet_days) == (time(22, 30), time(7), [4, 5])
    assert (alice.digest_hour, alice.last_call, alice.hand_in_mail) == (7, 30, True)
    chosen = preferences.general(alice)
    assert (
        chosen[NotificationKind.TURN, DeliveryChannel.MAIL],
        chosen[NotificationKind.MENTION, DeliveryChannel.PUSH],
    ) == (DeliveryTiming.DIGEST, DeliveryTiming.OFF)
    page = client.get(PAGE)
    assert page.context["form"]["turn-mail"].value() == "digest"
    assert 'value="22:30"' in page.content.decode()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"digest_hour": "25"}, "Choose an hour from 0 to 23."),
        ({"digest_hour": "noon"}, "Choose an hour from 0 to 23."),
        ({"quiet_from": "22:00"}, "Quiet hours need a start and an end."),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, "Quiet hours can’t start and end at the same time."),
        ({"quiet_from": "25:00", "quiet_until": "07:00"}, "Enter the time as hours and minutes"),
        ({"quiet_from": "22:00", "quiet_until": "07:00", "quiet_days": []}, "Choose at least one day"),
        ({"quiet_from": "22:00", "quiet_until": "07:00", "quiet_days": ["9"]}, "That isn’t a day of the week."),
        ({"turn-mail": "hourly"}, "choose one of the answers"),
        ({"preset": ""}, "Choose how much we tell you."),
        ({"preset": "loud"}, "Choose one of the answers."),
        ({"last_call": "-5"}, "Select a valid choice"),
        ({"quiet_from": "\x00"}, "Enter the time as hours and minutes"),
    ],
)
def test_invalid_preferences_are_rejected_with_an_error(alice, changes, said):
    answer = client_of(alice).post(PAGE, answers(**{"turn-mail": "digest"} | changes))
    assert answer.status_code == 422
    assert said in answer.content.decode().replace("&#x27;", "'")
    assert not NotificationPreference.objects.exists()
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.digest_hour) == (None, 18)


def test_a_preset_sets_every_kind_and_channel_but_for_exceptions(alice):
    with_browser(alice)
    client = client_of(alice)
    blank = dict.fromkeys((name for name in answers() if name.partition("-")[2] in DeliveryChannel), "")
    assert client.post(PAGE, answers(**blank | {"preset": "posted", "over-mail": "off"})).status_code == 302
    chosen = preferences.general(alice)
    assert {chosen[NotificationKind.TURN, channel] for channel in DeliveryChannel} == {DeliveryTiming.NOW}
    assert {chosen[NotificationKind.FRIEND, channel] for channel in DeliveryChannel} == {DeliveryTiming.DIGEST}
    assert [chosen[NotificationKind.OVER, channel] for channel in DeliveryChannel] == [
        DeliveryTiming.OFF,
        DeliveryTiming.DIGEST,
        DeliveryTiming.DIGEST,
    ]
    form = client.get(PAGE).context["form"]
    assert form["preset"].value() == "posted"
    own = {field.name: field.value() for row in form.rows() for field in row.fields if field.value()}
    assert own == {"over-mail": "off"}
    assert form.exceptions() == 1


@pytest.mark.parametrize("preset", preferences.PRESETS)
def test_each_preset_is_recognised_when_it_has_been_saved(alice, preset):
    client = client_of(alice)
    blank = dict.fromkeys((name for name in answers() if name.partition("-")[2] in DeliveryChannel), "")
    client.post(PAGE, answers(**blank | {"preset": preset}))
    form = client.get(PAGE).context["form"]
    assert (form["preset"].value(), form.exceptions()) == (preset, 0)


def test_a_user_without_choices_has_the_default_preset(alice):
    form = client_of(alice).get(PAGE).context["form"]
    assert (form["preset"].value(), form.exceptions()) == ("everything", 0)


def test_the_folds_of_the_page_are_headings_and_open_for_errors(alice):
    folds = re.compile(r'<details class="notice-fold"(?: (open))?><summary><h2>([^<]+)</h2>')
    names = ["What that means", "Quiet hours", "Digest and reminders"]
    shown = compact(client_of(alice).get(PAGE).content.decode())
    assert folds.findall(shown) == [("", name) for name in names]
    wrong = client_of(alice).post(PAGE, answers(quiet_from="22:30"))
    assert wrong.status_code == 422
    assert folds.findall(compact(wrong.content.decode())) == [("open", name) for name in names]


def test_only_channels_that_reach_the_user_are_asked_about(alice):
    client = client_of(alice)
    assert "turn-push" not in client.get(PAGE).content.decode()
    with_browser(alice)
    page = client.get(PAGE).content.decode()
    assert "turn-push" in page
    assert "turn-hook" not in page


def test_visitors_sign_in_first_and_guests_see_why_there_is_no_mail(guest):
    assert client_of().get(PAGE).status_code == 302
    assert client_of().post(reverse("test-notice")).status_code == 302
    assert "No account needed: enter an address" in client_of(guest).get(PAGE).content.decode()


def test_one_table_can_have_its_own_preference(duel, alice, charlie, bob):
    address = reverse("notices-table", args=[duel.public_id])
    assert client_of(charlie).get(address).status_code == 404
    assert client_of(charlie).post(address, {"when": "off"}).status_code == 404
    client = client_of(alice)
    assert address in client.get(duel.get_absolute_url()).content.decode()
    assert address not in client_of(charlie).get(duel.get_absolute_url()).content.decode()
    assert client.post(address, {"when": "hourly"}).status_code == 422
    assert not NotificationPreference.objects.exists()
    assert client.post(address, {"when": "off"}).status_code == 302
    assert set(NotificationPreference.objects.values_list("user__username", "when", "game")) == {
        ("alice", "off", duel.pk)
    }
    assert address in client.get(PAGE).content.decode()
    assert client.post(address, {"when": "usual"}).status_code == 302
    assert not NotificationPreference.objects.exists()


def test_saving_the_page_leaves_a_tables_own_choice(duel, alice):
    client = client_of(alice)
    client.post(reverse("notices-table", args=[duel.public_id]), {"when": "off"})
    client.post(PAGE, answers())
    assert NotificationPreference.objects.filter(game=duel, when="off").exists()


def test_a_kind_turned_off_since_is_not_sent(alice, bob, mailbox, queue):
    turns_of(alice, bob, 1)
    mailbox.refuse = "451 later"
    with later(minutes=1) as clock:
        deliver_due(queue)
        mailbox.refuse = ""
        wants(alice, NotificationKind.TURN, DeliveryTiming.OFF)
        clock.shift(60)
        deliver_due(queue)
    assert mailbox.mails == []
    assert alice.deliveries.get().state == "dropped"


def test_a_test_ignores_preferences_and_is_sent_once_a_minute(alice, mailbox, queue):
    alice.quiet_from, alice.quiet_until = time(0), time(23, 59)
    alice.save()
    client = client_of(alice)
    for _again in range(3):
        assert client.post(reverse("test-notice")).status_code == 302
    deliver_due(queue)
    assert 1 <= len(mailbox.mails) <= 2
    assert mailbox.mails[0]["Subject"] == "A test from The Back Room"
    assert client.get(reverse("test-notice")).status_code == 405


def test_a_test_without_destinations_shows_an_error(guest):
    page = client_of(guest).post(reverse("test-notice"), follow=True).content.decode()
    assert "There’s nowhere to send it" in page
    assert not Notice.objects.exists()


def test_every_kind_has_a_text_and_a_position():
    assert set(BUILDERS) == set(NotificationKind) == set(compose.ORDER)
    assert {kind for _heading, kinds in outbox.email.SECTIONS for kind in kinds} == set(NotificationKind)


@pytest.mark.parametrize(
    ("yes", "title", "says"),
    [
        (True, "Agreed at Duel: pause the game", "Everyone agreed to alice’s proposal."),
        (False, "Not agreed at Duel: pause the game", "Not everyone agreed to alice’s proposal."),
    ],
)
def test_the_notice_of_a_closed_vote_names_its_outcome(alice, bob, yes, title, says):
    game = table_of(alice, bob, name="Duel")
    vote = play.propose(game.players.get(user=alice), "pause")
    play.cast(game.players.get(user=bob), vote.pk, yes)
    told = BUILDERS[NotificationKind.VOTE](Notice.objects.get(kind=NotificationKind.VOTE, user=alice))
    assert (told.title, told.text) == (title, says)


def test_a_table_name_is_plain_text_in_a_subject(alice, bob, mailbox, queue):
    table_of(alice, bob, name="Tom & Ann’s <table>")
    Notice.objects.exclude(kind=NotificationKind.TURN).delete()
    with later(minutes=1):
        deliver_due(queue)
    (mail,) = mailbox.mails
    assert "Tom & Ann’s <table>" in mail["Subject"]
    assert "<table>" not in mail.get_body(("html",)).get_content()


def test_the_page_needs_few_queries(duel, django_assert_max_num_queries):
    client = client_of(asked(duel).user)
    with django_assert_max_num_queries(16):
        client.get(PAGE)

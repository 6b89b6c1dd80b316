"""Every user gets their own language: at a table, in mails caused by others, in feeds."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core import mail
from django.db.models import CharField, JSONField, TextField
from django.test import Client
from django.utils import translation
from django.utils.html import escape
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import User
from games import play
from games.models import Delivery, FeedKey, Game, Notice, NotificationKind, Player, Webhook
from games.notifications import outbox
from games.notifications.channels import webhook
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.notifications.outbox_steps import deliver_due, later
from tests.playing import asked_seat, play_on
from tests.pseudo_locale import CODE, spoken
from tests.scene import build

pytestmark = pytest.mark.django_db

WORDS = {"pl": "Twój ruch", "sv": "Din tur", "fr": "Votre tour", "en": "Your move"}

LINE = re.compile(r'<li(?: class="(?:highlighted|secondary)")?>([^<]+)')


def speaks(user: User, language: str, zone: str = "UTC") -> Client:
    User.objects.filter(pk=user.pk).update(language=language, time_zone=zone)
    return client_of(user)


def text(browser: Client, address: str, **headers: str) -> str:
    return compact(browser.get(address, headers=headers).content.decode())


@pytest.mark.parametrize("variant", sorted(RULES))
def test_each_player_reads_the_log_in_their_own_language(variant: str, alice: User, bob: User) -> None:
    game = play_on(table_of(alice, bob, variant=variant), 15)
    polish, swedish, at = speaks(alice, "pl"), speaks(bob, "sv"), game.get_absolute_url()
    for address in (f"{at}log/", f"{at}replay/", at):
        pages = {language: text(browser, address) for language, browser in (("pl", polish), ("sv", swedish))}
        assert all(f'<html lang="{language}"' in page for language, page in pages.items())
    in_polish, in_swedish = (set(LINE.findall(text(browser, f"{at}log/"))) for browser in (polish, swedish))
    assert in_polish
    assert in_swedish
    assert not in_polish & in_swedish


def test_fragments_are_in_the_viewers_language(duel: Game, alice: User, bob: User) -> None:
    for language in ("pl", "fr"):
        me = asked_seat(duel)
        part = text(speaks(me.user, language), duel.get_absolute_url(), HX_Request="true")
        assert "<html" not in part
        assert WORDS[language] in part


def test_a_refusal_is_in_the_players_language(duel: Game) -> None:
    other = Player.objects.exclude(pk=asked_seat(duel).pk).select_related("user").get(game=duel)
    browser = speaks(other.user, "pl")
    answer = browser.post(f"{duel.get_absolute_url()}move/", {"move": "draw", "version": play.version_of(duel, other)})
    assert answer.status_code == 409
    with translation.override("pl"):
        assert escape(gettext("It’s not your turn.")) in answer.content.decode()


def test_a_mail_is_in_its_recipients_language_and_time_zone(duel: Game, queue) -> None:
    Notice.objects.all().delete()
    me = asked_seat(duel)
    other = duel.players.select_related("user").exclude(pk=me.pk).get()
    speaks(other.user, "pl", "Europe/Warsaw")
    browser = speaks(me.user, "fr", "Asia/Tokyo")
    while asked_seat(duel).pk == me.pk:
        fresh = asked_seat(duel)
        browser.post(f"{duel.get_absolute_url()}move/", {"move": "draw", "version": play.version_of(fresh.game, fresh)})
    with later(minutes=2), translation.override("sv"):
        deliver_due(queue)
        assert translation.get_language() == "sv"
    (letter,) = mail.outbox
    assert letter.to == [other.user.email]
    for part in (letter.body, letter.alternatives[0][0]):
        assert WORDS["pl"] in part
        assert "Warszawa" in part
    assert '<html lang="pl">' in letter.alternatives[0][0]


def test_a_webhook_is_in_its_owners_language(duel: Game) -> None:
    me = asked_seat(duel)
    User.objects.filter(pk=me.user_id).update(last_language="sv")
    Webhook.objects.create(user=me.user, address="https://hooks.example.org/1")
    notice = Notice.objects.get(kind=NotificationKind.TURN, user=me.user)
    Notice.objects.filter(pk=notice.pk).update(due_at=notice.created_at)
    outbox.fan_out(notice.pk)
    told = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(outbox.SENDERS, "hook", lambda delivery, message: told.append(message.title))
        patch.setattr(outbox, "_record_sent", lambda delivery, sent: None)
        for delivery in Delivery.objects.filter(channel="hook"):
            outbox.deliver(outbox.claim(delivery.pk))
    (title,) = told
    assert title.startswith(WORDS["sv"])


def test_calendar_and_feed_are_in_their_owners_language(duel: Game) -> None:
    me = asked_seat(duel)
    speaks(me.user, "pl", "Europe/Warsaw")
    key = FeedKey.objects.create(user=me.user).key
    stranger = Client(headers={"Accept-Language": "fr"})
    assert "Twój ruch" in text(stranger, f"/feeds/{key}/deadlines.ics")
    turns = text(stranger, f"/feeds/{key}/turns.atom")
    assert 'xml:lang="pl"' in turns
    assert "Twój ruch" in turns


def test_the_admin_speaks_it_too(staff: User) -> None:
    page = text(speaks(staff, "sv"), "/back-office/")
    with translation.override("sv"):
        assert capfirst(gettext("games")) in page
    assert "Games" not in page


@pytest.fixture
def brackets() -> Iterator[None]:
    with spoken():
        yield


@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted(RULES))
def test_nothing_is_stored_in_any_language(brackets: None, variant: str, queue) -> None:
    people = build(variant)
    with later(minutes=5):
        deliver_due(queue)
    for name, address in (("alice", "/settings/notices/"), ("guest", "/play-now/")):
        browser = client_of(people[name])
        browser.post(address)
    assert translation.get_language() == CODE
    found = [
        f"{model.__name__}.{field.name}: {value}"
        for model in apps.get_models()
        if model is not Session
        for field in model._meta.get_fields()
        if isinstance(field, CharField | TextField | JSONField)
        for value in map(str, model.objects.values_list(field.name, flat=True))
        if "⟦" in value and (model.__name__, field.name) != ("Game", "name")
    ]
    assert not found, found


def test_delivery_errors_are_shown_in_each_readers_language(alice: User, staff: User) -> None:
    hook = Webhook.objects.create(user=alice, address="https://hooks.example.org/1", last_at=alice.date_joined)
    Webhook.objects.filter(pk=hook.pk).update(problem="The host can’t be found.")
    page = text(speaks(alice, "pl"), "/settings/notices/")
    assert "The host" not in page
    with translation.override("pl"):
        hook.refresh_from_db()
        assert webhook.outcome(hook) in page

"""Malicious input that the tests of the pages don't cover: markup, large sizes, fields of other users."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play
from games.core import seat_links
from games.models import FeedKey, Game, Message, NotificationKind, Player
from games.notifications import unsubscribe
from tests.auth.test_sign_in import sign_up
from tests.cast import client_of, somebody, table_of
from tests.lobby.test_lobby import filled
from tests.notifications.outbox_steps import deliver_due
from tests.playing import asked_seat, give_up, pass_on
from tests.queue import Queue

pytestmark = pytest.mark.django_db

MARKUP = "<img src=x onerror=alert(1)>"
ENDS = "</script><script>alert(1)//"
BIG = "x" * 10_000_000


@pytest.fixture
def marked() -> User:
    """A user whose display name is markup: 28 permitted characters."""
    return somebody("mark", display_name=MARKUP)


def seat(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, user=user)


def pages(game: Game) -> list[str]:
    at_table = ("table", "log", "replay", "record", "deal-audit", "chat", "notices-table")
    return [
        *(reverse(name, args=[game.public_id]) for name in at_table),
        *map(reverse, ("front", "home", "lobby", "notices", "vacation", "settings")),
        reverse("profile", args=["mark"]),
    ]


def test_markup_is_escaped_on_every_page(marked: User, alice: User) -> None:
    over = give_up(table_of(alice, marked, name=MARKUP))
    waits = table_of(alice, marked, name=MARKUP, size=3)
    running = table_of(alice, marked, name=MARKUP)
    client = client_of(alice)
    for game in (over, running):
        client.post(reverse("chat", args=[game.public_id]), {"text": MARKUP})
        client.post(reverse("note", args=[game.public_id]), {"note": MARKUP})
    for address in [*pages(over), *pages(running), reverse("table", args=[waits.public_id])]:
        answer = client.get(address)
        shown = answer.content.decode()
        assert answer.status_code == 200, address
        assert MARKUP not in shown or answer.headers["Content-Type"] == "application/json", address
    assert "&lt;img" in shown


def test_no_text_ends_the_data_that_scripts_read(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(display_name=ENDS)
    game = give_up(table_of(alice, bob, name=ENDS))
    for name in ("table", "deal-audit", "replay"):
        shown = client_of(alice).get(reverse(name, args=[game.public_id])).content.decode()
        assert ENDS not in shown and "<script>alert" not in shown


@pytest.mark.parametrize("name", ["Evening\nBcc: eve@example.org", "Evening\r\nBcc: eve@example.org", "Evening\vBcc:"])
def test_a_name_makes_no_header_of_a_mail(alice: User, bob: User, queue: Queue, name: str) -> None:
    game = table_of(alice, bob, name="Evening")
    Game.objects.filter(pk=game.pk).update(name=name)
    client_of(alice).post(reverse("settings"), {"display_name": name, "time_zone": "UTC"})
    pass_on(game)
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        deliver_due(queue)
    assert "Evening" in mail.outbox[-1].subject
    assert all("\n" not in letter.subject and not letter.bcc for letter in mail.outbox)


@pytest.mark.parametrize("page", ["chat", "note", "move", "invite", "propose"])
def test_ten_megabytes_are_refused(duel: Game, alice: User, page: str) -> None:
    address = reverse(page, args=[duel.public_id])
    body = urlencode({"text": BIG})
    for content_type in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = client_of(alice).post(address, body, content_type=content_type)
        assert answer.status_code in (400, 413)
        assert b"<main" in answer.content
    assert not Message.objects.exists()


def test_a_request_of_many_fields_is_refused(duel: Game, alice: User) -> None:
    body = dict.fromkeys((f"field{number}" for number in range(5000)), "1")
    assert client_of(alice).post(reverse("chat", args=[duel.public_id]), body).status_code == 413


GREED = {
    "is_staff": "on", "is_superuser": "on", "is_active": "on", "is_guest": "", "groups": "1", "user_permissions": "1",
    "email": "eve@example.org", "username": "root", "password": "x", "pk": "1", "id": "1", "erased_at": "2026-01-01",
}  # fmt: skip


def test_no_form_takes_more_than_it_shows(client: Client, alice: User) -> None:
    before = User.objects.filter(pk=alice.pk).values(*GREED.keys() - {"groups", "user_permissions", "pk"}).get()
    kept = {"time_zone": "UTC", "night_from": "22:00", "night_until": "07:00"}
    assert client_of(alice).post(reverse("settings"), GREED | kept).status_code == 302
    after = User.objects.filter(pk=alice.pk).values(*before).get()
    assert after == before
    sign_up(client, **GREED | {"username": "eve", "email": "eve@example.org"})
    eve = User.objects.get(username="eve")
    assert not (eve.is_staff or eve.is_superuser or eve.groups.exists() or eve.user_permissions.exists())


def test_a_table_takes_no_more_than_its_form_shows(alice: User) -> None:
    greed = {
        "secret": "0" * 64,
        "public_id": "mine",
        "host": "1",
        "status": "over",
        "invitation": "easy",
        "variant": "none",
    }
    assert client_of(alice).post(reverse("open-table"), filled() | greed).status_code == 302
    game = Game.objects.get()
    assert (game.host, game.status) == (alice, Game.Status.OPEN)
    assert (game.public_id, game.secret, game.invitation) != ("mine", "0" * 64, "easy")
    assert not {game.public_id, game.secret, game.invitation} & set(greed.values())


def test_a_field_in_the_address_is_not_one_of_the_form(duel: Game) -> None:
    version, client = play.version_of(duel, None), client_of(asked_seat(duel).user)
    address = reverse("move", args=[duel.public_id]) + f"?move=draw&version={version}"
    assert client.post(address).status_code == 422
    twice = {"move": ["resign", "draw"], "version": version}
    assert client.post(reverse("move", args=[duel.public_id]), twice).status_code == 303
    duel.refresh_from_db()
    assert (duel.status, duel.moves.get(number=1).text) == (Game.Status.RUNNING, "draw")


def test_a_token_opens_nothing_else(duel: Game, alice: User, client: Client) -> None:
    tokens = {
        "seat-link": seat_links.url(seat(duel, alice), alice, timezone.now()).rstrip("/").rpartition("/")[2],
        "stop-notices": unsubscribe.stop_url(alice, [NotificationKind.TURN]).rstrip("/").rpartition("/")[2],
        "turns-feed": FeedKey.objects.create(user=alice).key,
        "deadlines-feed": FeedKey.objects.get().key,
        "invited": duel.invitation,
    }
    feeds = {"turns-feed", "deadlines-feed"}
    for page in tokens:
        for kind, token in tokens.items():
            good = page == kind or {page, kind} <= feeds
            address = reverse(page, args=[token]) if page not in feeds or ":" not in token else None
            if address is not None:
                assert (client.get(address).status_code == 200) == good, (page, kind)

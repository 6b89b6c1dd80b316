"""Malformed requests to URLs of every kind: each gets a response, never a 5xx."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from random import Random

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.front.film import films
from games.models import Game
from tests.cast import client_of, table_of
from tests.combinations import every
from tests.needs import EVERYTHING
from tests.web.malformed import METHODS, NASTY, TABLES, Generator, Reading, Request, routes, smallest, undone

pytestmark = pytest.mark.django_db

REQUESTS = 100_000 if EVERYTHING else 200
ASSERTED = ("lobby/", "settings/notices/")
"""Routes whose parameters are known, to check that they are found."""
SEED = datetime.now(UTC).toordinal() if EVERYTHING else 1933


@pytest.fixture
def browsers(duel: Game, guest: User, staff: User, alice: User) -> list[Client]:
    """Browsers of a visitor, a player, a guest, staff, and a player whose forms need a token, with two tables."""
    for name, game in zip(TABLES, (duel, table_of(alice, size=3)), strict=True):
        Game.objects.filter(pk=game.pk).update(public_id=name)
    clients = [client_of(), client_of(alice), client_of(guest), client_of(staff), guarded(alice)]
    for client in clients:
        client.raise_request_exception = False
    return clients


def guarded(user: User) -> Client:
    """Return a browser whose forms are checked as in production, with the CSRF cookie."""
    client = client_of(user)
    client.handler.enforce_csrf_checks = True
    client.get(reverse("settings"))
    return client


def addresses() -> Sequence[str]:
    """Return the routes that get requests: all in `make test-all`, otherwise every other one."""
    return every(routes(), 2)


def is_of_staff(route: str) -> bool:
    return route.startswith(settings.ADMIN_PATH)


@pytest.fixture
def reading(browsers: list[Client]) -> Reading:
    """The parts of requests that the site reads, for each URL that gets requests."""
    _visitor, player, _guest, staff, guarded_player = browsers
    films()  # Cached once per process, and must not be cached as empty.
    with pytest.MonkeyPatch.context() as patch:
        found = Reading(patch)
        for route in sorted({*addresses(), *ASSERTED}, key=is_of_staff, reverse=True):
            if not (is_of_staff(route) or EVERYTHING):
                # Our own views read everything before a page is rendered, Django's admin does not.
                patch.setattr("django.template.base.Template.render", lambda *_: "")
            client = staff if is_of_staff(route) else player
            for table in TABLES if "table" in route else TABLES[:1]:
                for method in METHODS[:2]:
                    with undone(client):
                        found.ask(client, method, route, table)
        with undone(guarded_player):
            found.ask(guarded_player, "POST", "settings/", "")
    return found


def is_broken(browsers: list[Client], request: Request) -> bool:
    return request.send(browsers) >= 500


@pytest.mark.slow
def test_nothing_malformed_breaks_the_site(browsers: list[Client], reading: Reading) -> None:
    assert {"Hx-Request", "Accept-Language", "X-Attended"} < reading.headers
    assert {"Host", "Origin", "Content-Type", "X-Csrftoken"} < reading.headers
    assert {"free", "page"} < reading.parameters["lobby/"]
    assert {"quiet_from", "turn-mail"} < reading.parameters["settings/notices/"]

    generator, asked = Generator(SEED, len(browsers), reading), addresses()
    for number in range(REQUESTS):
        request = generator.request(asked[number % len(asked)])
        if is_broken(browsers, request):
            pytest.fail(f"seed {SEED}: {smallest(request, partial(is_broken, browsers))}")


def test_what_fails_is_made_smaller() -> None:
    pairs = (("a", "b"), ("page", "NaN and more"), ("c", "d"))
    request = Request(0, "GET", "/", pairs, pairs, pairs, pairs, (b"x", "text/plain"))
    found = smallest(request, lambda each: ("page", "NaN") in [(name, value[:3]) for name, value in each.query])
    assert found == Request(0, "GET", "/", (("page", "NaN"),))


def forms(game: Game, player: str) -> dict[str, tuple[list[object], dict[str, str]]]:
    """Return the forms at a table with turns of days, by URL: the URL's arguments, and fields as filled in by hand.

    ``player`` is the key of the seat to which the fields of the vacation page belong.
    """
    table, huge = game.public_id, 10**20
    return {
        "notices": ([], {"quiet_from": "22:00", "quiet_until": "07:00", "digest_hour": "8", "turn-mail": "now"}),
        "notices-table": ([table], {"when": "digest"}),
        "vacation": (
            [],
            {"first": "2027-01-04", "last": "2027-01-05", f"kind-{player}": "friend", f"friend-{player}": "bob"},
        ),
        "change-vacation": ([huge], {"first": "2027-01-04", "last": "2027-01-05"}),
        "cancel-vacation": ([huge], {}),
        "answer-sitting-in": ([huge], {"answer": "accept"}),
        "add-webhook": ([], {"form": "json", "address": "https://hooks.example.org/x"}),
        "test-webhook": ([huge], {}),
        "remove-webhook": ([huge], {}),
        "remove-browser": ([huge], {}),
        "give-order": ([table], {"order": "forced yes"}),
        "cancel-order": ([table], {"order": "forced"}),
        "save-plan": ([table], {"step": "dance", "version": "1"}),
        "drop-plan": ([table], {}),
        "propose": ([table], {"vote": "pause"}),
        "cast": ([table, huge], {"answer": "yes"}),
        "chat": ([table], {"text": "Hello", "after": "1"}),
        "chat-read": ([table], {"after": "1"}),
        "friends": ([], {"username": "carol"}),
        "answer-friend": ([huge], {"answer": "accept"}),
        "note": ([table], {"note": "Mind the harbour."}),
        "invite": ([table], {"username": "carol"}),
        "persona": ([table], {"persona": "1"}),
        "substitute": ([table, huge], {"guest_name": "Dana"}),
        "settings": ([], {"display_name": "Al", "time_zone": "Europe/Rome", "night_from": "22:00", "theme": ""}),
    }


@pytest.mark.slow
def test_no_field_of_a_form_breaks_the_site(duel, alice, carol):
    chance, waiting = Random(1929), table_of(alice, size=3)
    client = client_of(alice)
    client.raise_request_exception = False
    broken = []
    for game in (duel, waiting):
        for name, (arguments, fields) in forms(game, str(game.players.get(user=alice).pk)).items():
            if game == waiting and game.public_id not in arguments:
                continue  # not a form of a table, so already sent
            for value in chance.sample(NASTY, 4 if EVERYTHING else 2):
                spoilt = fields | dict.fromkeys(chance.sample(list(fields), chance.randint(0, len(fields))), value)
                answer = client.post(reverse(name, args=arguments), spoilt)
                if answer.status_code >= 500:
                    broken.append((name, spoilt, answer.status_code))
    assert not broken, broken[:5]


@pytest.mark.parametrize("place", ["endpoint", "p256dh", "auth", "replaces"])
def test_no_subscription_breaks_the_site(alice, place):
    client = client_of(alice)
    client.raise_request_exception = False
    for value in (*NASTY, "\ud800", None, 7, [], {}, "https://push.example.org/\0"):
        keys = {"p256dh": "BA" + "A" * 85, "auth": "A" * 22} | {place: value}
        told = {"endpoint": value if place == "endpoint" else "https://push.example.org/1", "keys": keys}
        body = json.dumps({"subscription": told, "replaces": value if place == "replaces" else ""})
        assert client.post("/push/", body, content_type="application/json").status_code < 500, value

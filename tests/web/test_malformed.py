"""Thousands of malformed requests at addresses of every kind: each gets an answer, none of them a 5xx."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import Game
from tests.cast import client_of, table_of
from tests.needs import EVERYTHING

pytestmark = pytest.mark.django_db

REQUESTS = 3000 if EVERYTHING else 1500
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW")
NASTY = (
    "",
    "0",
    "-1",
    "99999999999999999999",
    "1e999",
    "NaN",
    "null",
    "\x00",
    "a\x00b",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "‮olleh",
    "​",
    "é" * 300,
    "🂡" * 50,
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "../../etc/passwd",
    "%s%n%(seat)s",
    "play 9M speakeasy3",
    "play * speakeasy1",
    "raid speakeasy1 99",
    "http://[",
    "//[::1",
    "limousine speakeasy1 jazz1 9M 9M 9M 9M",
    "bribery *",
    "resign " * 50,
    "x" * 5000,
)
FIELDS = (
    "version", "move", "card", "from", "to", "cards", "name", "entropy", "seats", "size", "slug", "game", "bots",
    "bot", "persona", "pace", "pace_hours", "public", "page", "next", "time_zone", "language", "theme",
    "display_name", "username", "email", "login", "password", "password1", "password2", "reason", "q", "free",
    "order", "vote", "answer", "text", "after", "note", "guest_name", "first", "last", "form", "address", "when",
    "quiet_from", "quiet_until", "quiet_days", "digest_hour", "last_call", "hand_in_mail", "turn-mail", "near-push",
    "clock", "free_misses", "absence", "away", "nights_off", "weekends_off", "night_from", "night_until", "at", "watch",
    "play", "shown", "category", "words", "who", "act", "days", "show", "over", "_to_field", "_popup", "o", "p", "all",
    "_changelist_filters", "_facets", "e", "username__exact", "status__exact", "action", "_selected_action", "moves",
)  # fmt: skip


def routes(patterns: list, prefix: str = "") -> Iterator[str]:
    """All URLs of the site, with ``<converter:name>`` for arguments."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def filled(route: str, chance: Random, tables: list[str]) -> str:
    """A URL of that route, with valid or invalid arguments."""
    out, rest = "", route.replace("\\Z", "").replace("^", "").replace("$", "")
    while "<" in rest:
        before, _, rest = rest.partition("<")
        rest = rest.partition(">")[2]
        out += before + quote(chance.choice([*tables, "1", "alice", "chicago_poker", *NASTY[:20]]) or "x", safe="")
    return "/" + (out + rest).replace("(?P", "").replace(")", "").replace("(", "")


def body(chance: Random) -> tuple[bytes, str]:
    """A request's body and its content type."""
    match chance.randrange(6):
        case 0:
            return bytes(
                chance.randrange(256) for _ in range(chance.randrange(200))
            ), "application/x-www-form-urlencoded"
        case 1:
            return json.dumps({chance.choice(FIELDS): [None, {}, [1]]}).encode(), "application/json"
        case 2:
            return b"--x\r\nbroken multipart", "multipart/form-data; boundary=x"
        case 3:
            return b"move=" + b"x" * chance.choice([100, 70_000, 300_000]), "application/x-www-form-urlencoded"
        case 4:
            return b"a=1&" * 500, "application/x-www-form-urlencoded; charset=utf-99"
    pairs = [f"{chance.choice(FIELDS)}={quote(chance.choice(NASTY))}" for _ in range(chance.randrange(8))]
    return "&".join(pairs).encode(), "application/x-www-form-urlencoded"


NASTY_HEADERS = (
    "",
    "\x7f",
    "http://[",
    "//[::",
    "*",
    "a, b;q=x",
    "bytes=9-1,-",
    'W/"x',
    "9" * 5000,
    "sessionid=\x01; theme=<",
)
HEADERS = (
    "HX-Current-URL", "HX-Target", "HX-Trigger", "HX-Prompt", "HX-Boosted", "HX-History-Restore-Request", "Accept",
    "Accept-Encoding", "Accept-Language", "Cookie", "Referer", "Origin", "Range", "If-None-Match", "If-Modified-Since",
    "X-Forwarded-For", "X-Forwarded-Proto", "User-Agent", "Content-Length", "Authorization", "Sec-Fetch-Site",
)  # fmt: skip


def headers(chance: Random) -> dict[str, str]:
    """Some headers that the site or a library reads, with valid or invalid values."""
    chosen = {name: chance.choice(NASTY_HEADERS) for name in chance.sample(HEADERS, chance.randrange(4))}
    return chosen | chance.choice([{}, {"HX-Request": "true"}])


@pytest.mark.slow
def test_nothing_malformed_breaks_the_site(duel, guest, staff, alice):
    chance = Random(1933)
    clients = [client_of(), client_of(alice), client_of(guest), client_of(staff)]
    for client in clients:
        client.raise_request_exception = False
    tables = [duel.table, table_of(alice, size=3).table, "nosuch"]
    addresses = list(routes(get_resolver().url_patterns))
    assert len(addresses) > 40
    broken = []
    for number in range(REQUESTS):
        route = addresses[number % len(addresses)]
        client: Client = chance.choice(clients)
        path = filled(route, chance, tables)
        if chance.random() < 0.5:
            path += f"?{chance.choice(FIELDS)}={quote(chance.choice(NASTY))}&{chance.choice(FIELDS)}=%ff%fe"
        data, content_type = body(chance)
        method = chance.choice(METHODS[:2] if chance.random() < 0.8 else METHODS)
        answer = client.generic(method, path, data, content_type, headers=headers(chance))
        if answer.status_code >= 500:
            broken.append((method, path[:200], data[:80], content_type, answer.status_code))
    assert not broken, broken[:5]
    duel.refresh_from_db()
    assert duel.status in (Game.Status.RUNNING, Game.Status.OVER)


def forms(game: Game, player: str) -> dict[str, tuple[list[object], dict[str, str]]]:
    """The forms of turns that take days: by address its arguments, and fields as they are filled in by hand.

    ``player`` is the key of the seat to which the fields of the page of vacations belong.
    """
    table, huge = game.table, 10**20
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
            for value in chance.sample(NASTY, 4):
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

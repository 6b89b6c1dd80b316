"""Which origins may open sockets, and how bodies that are too long are handled."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.test import override_settings

from chicago.asgi import application
from chicago.web.body_limit import BodyLimitMiddleware
from chicago.web.socket_origins import is_own_origin

pytestmark = pytest.mark.django_db  # a denied socket closes any open database connections
REAL = {"SITE_URL": "https://room.example.org", "ALLOWED_HOSTS": ["room.example.org", ".cards.example.org"]}
HOME = {"SITE_URL": "http://127.0.0.1:8000", "ALLOWED_HOSTS": ["*"]}


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("https://room.example.org", "room.example.org", True),
        ("https://play.cards.example.org", "play.cards.example.org", True),
        ("https://trusted.example.org", "room.example.org", True),
        ("http://room.example.org", "room.example.org", False),
        ("https://room.example.org:8443", "room.example.org", False),
        ("https://room.example.org.evil.example", "room.example.org", False),
        ("https://evil.example", "evil.example", False),
        ("https://evil.example", "room.example.org", False),
        ("null", "room.example.org", False),
        ("", "room.example.org", False),
        ("https://", "", False),
        ("https://[", "[", False),
    ],
)
@override_settings(CSRF_TRUSTED_ORIGINS=["https://trusted.example.org"], **REAL)
def test_on_a_real_site(origin: str, host: str, own: bool) -> None:
    assert is_own_origin(origin, host) is own


@pytest.mark.parametrize(
    ("origin", "host", "port", "own"),
    [
        ("http://192.168.1.5:8000", "192.168.1.5:8000", 0, True),
        ("http://localhost:8000", "localhost:8000", 0, True),
        ("http://localhost:3000", "localhost:8000", 0, False),
        ("http://evil.example", "127.0.0.1:8000", 0, False),
        ("http://192.168.1.5:8000", "192.168.1.5:8001", 8001, True),
        ("http://192.168.1.5:3000", "192.168.1.5:8001", 8001, False),
    ],
)
def test_sockets_from_localhost(origin: str, host: str, port: int, own: bool) -> None:
    with override_settings(SOCKET_PORT=port, **HOME):
        assert is_own_origin(origin, host) is own


@pytest.mark.parametrize("headers", [[], [(b"origin", b"http://evil.example"), (b"host", b"testserver")]])
def test_a_socket_of_a_foreign_origin_is_denied_before_any_query(headers: list) -> None:
    async def story() -> None:
        scope = {"type": "websocket", "path": "/ws/games/x/", "headers": headers, "client": ["192.0.2.1", 1]}
        page = ApplicationCommunicator(application, scope)
        await page.send_input({"type": "websocket.connect"})
        assert (await page.receive_output())["type"] == "websocket.close"

    async_to_sync(story)()


def passed_on(chunks: list[bytes], headers: list) -> tuple[bytes, dict[bytes, bytes]]:
    """Return the part of a body sent in these pieces that reaches Django, and the headers."""
    seen: list[bytes] = []
    heard: dict[bytes, bytes] = {}

    async def django(scope, receive, send):
        more = True
        while more:
            message = await receive()
            seen.append(message["body"])
            more = message["more_body"]
        heard.update(scope["headers"])

    async def story() -> None:
        page = ApplicationCommunicator(BodyLimitMiddleware(django), {"type": "http", "headers": headers})
        for number, chunk in enumerate(chunks, 1):
            await page.send_input({"type": "http.request", "body": chunk, "more_body": number < len(chunks)})
        await page.wait()

    async_to_sync(story)()
    return b"".join(seen), heard


def test_a_body_beyond_the_limit_is_discarded() -> None:
    body, headers = passed_on([b"x" * 10_000] * 1000, [(b"host", b"room")])
    assert len(body) <= 65_536
    assert int(headers[b"content-length"]) > 65_536
    body, headers = passed_on([b"x" * 10_000] * 1000, [(b"content-length", b"10")])
    assert int(headers[b"content-length"]) > 65_536


def test_a_form_body_is_unchanged() -> None:
    sent = [(b"content-length", b"8")]
    assert passed_on([b"a=1&", b"b=2&"], sent) == (b"a=1&b=2&", dict(sent))

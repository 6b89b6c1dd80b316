"""A mail provider's HTTP API that lets its answers drip: ``EMAIL_TIMEOUT`` bounds the whole delivery."""

from __future__ import annotations

import json
import re
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import trustme
from pytest_django import Settings

from games.models import Game, Kind, Notice
from tests.notifications.channels.test_slow_mail_server import delivered, drip
from tests.queue import Queue

SENT = json.dumps({"ErrorCode": 0, "Message": "OK", "MessageID": "1", "To": "alice@example.org"}).encode()
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(SENT), SENT)


@pytest.fixture
def notice(duel: Game) -> Notice:
    """It is alice's move, and no other notice is pending."""
    Notice.objects.exclude(kind=Kind.TURN).delete()
    return Notice.objects.get()


@pytest.fixture
def certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """The context of a server whose certificate ``requests`` believes."""
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(server)
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "authority.pem"))
    return server


@contextmanager
def provider(
    context: ssl.SSLContext, settings: Settings, seconds: float, *, drips: bool = False
) -> Iterator[list[bytes]]:
    """Postmark's API at this machine, as the site's provider; what it was sent. ``drips``: how it answers."""
    posted: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_serve, args=[listener, context, posted, drips], daemon=True).start()
        settings.EMAIL_BACKEND = "accounts.mail.provider.backend"
        settings.MAIL_PROVIDER_BACKEND = "anymail.backends.postmark.EmailBackend"
        api = f"https://localhost:{listener.getsockname()[1]}/"
        settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "t", "POSTMARK_API_URL": api, "REQUESTS_TIMEOUT": seconds}
        settings.EMAIL_TIMEOUT = seconds
        yield posted
        listener.shutdown(socket.SHUT_RDWR)


def _serve(listener: socket.socket, context: ssl.SSLContext, posted: list[bytes], drips: bool) -> None:
    with suppress(OSError):
        connection, _address = listener.accept()
        secured = context.wrap_socket(connection, server_side=True)
        posted.append(_request(secured))
        if drips:
            drip(secured, ANSWER)
        else:
            secured.sendall(ANSWER)


def _request(secured: ssl.SSLSocket) -> bytes:
    """All of it: what is answered and closed before it has been read is reset, and the answer lost."""
    with secured.makefile("rb") as stream:
        head = b"".join(iter(stream.readline, b"\r\n"))
        length = re.search(rb"(?i)content-length: (\d+)", head)
        assert length, head
        return head + stream.read(int(length[1]))


def test_a_mail_is_sent(notice: Notice, queue: Queue, settings: Settings, certified: ssl.SSLContext) -> None:
    with provider(certified, settings, 20) as posted:
        assert delivered(queue).state == "sent"
    assert posted[0].startswith(b"POST /email")


def test_an_answer_that_drips_is_given_up(
    notice: Notice, queue: Queue, settings: Settings, certified: ssl.SSLContext
) -> None:
    with provider(certified, settings, 0.5, drips=True):
        delivery = delivered(queue)
    assert (delivery.state, delivery.tries) == ("pending", 1)
    assert delivery.error

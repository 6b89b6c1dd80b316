"""A mail server that does not respond: the connection ends after ``EMAIL_TIMEOUT``, long before another claim."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import BinaryIO

import pytest
import trustme
from django.conf import settings as configured
from pytest_django import Settings

from accounts.mail import smtp
from games.models import Delivery, Game, Notice, NotificationKind
from games.notifications import outbox
from tests.notifications.outbox_steps import deliver_due, later
from tests.queue import Queue

ANSWERS = {"EHLO": "250-here\r\n250 STARTTLS", "STARTTLS": "220 go on", "DATA": "354 go on", "QUIT": "221 bye"}


@dataclass
class MailServer:
    """A mail server that does not respond to the command ``silent`` ("CONNECT" means the greeting).

    ``took`` are the accepted bodies, ``commands`` the received commands.
    """

    silent: str
    context: ssl.SSLContext | None = None
    took: list[bytes] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    def serve(self, listener: socket.socket) -> None:
        """Serve one connection after another until the listener is closed."""
        while True:
            try:
                connection, _address = listener.accept()
            except OSError:
                return
            with suppress(OSError), connection:
                self._answer(connection, "CONNECT", "220 here")
                with connection.makefile("rb") as file:
                    self._talk(connection, file)

    def _talk(self, connection: socket.socket, file: BinaryIO) -> None:
        while line := file.readline():
            command = line.split()[0].decode(errors="replace").upper()  # the start of a handshake is not text
            self.commands.append(command)
            self._answer(connection, command, ANSWERS.get(command, "250 fine"))
            if command == "STARTTLS" and self.context:
                with self.context.wrap_socket(connection, server_side=True) as secure, secure.makefile("rb") as more:
                    self._talk(secure, more)
                return
            if command == "DATA":
                body = b"".join(iter(file.readline, b".\r\n"))
                self._answer(connection, "BODY", "250 taken")
                self.took.append(body)

    def _answer(self, connection: socket.socket, command: str, text: str) -> None:
        if command != self.silent:
            connection.sendall(f"{text}\r\n".encode())


@contextmanager
def mail_server(
    silent: str, settings: Settings, context: ssl.SSLContext | None = None, seconds: float = 0.3
) -> Iterator[MailServer]:
    """Yield a mail server, and set the site's mail timeout in seconds."""
    server = MailServer(silent, context)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=server.serve, args=[listener], daemon=True).start()
        settings.EMAIL_BACKEND = "accounts.mail.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", listener.getsockname()[1]
        settings.EMAIL_TIMEOUT = seconds
        yield server
        listener.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def notice(duel: Game) -> Notice:
    """The only pending notice: it is alice's turn."""
    Notice.objects.exclude(kind=NotificationKind.TURN).delete()
    return Notice.objects.get()


def delivered(queue: Queue) -> Delivery:
    """Try to deliver the notice once, and return the delivery."""
    with later(minutes=1):
        deliver_due(queue)
    return Delivery.objects.get()


@pytest.mark.parametrize("silent", ["CONNECT", "MAIL", "BODY"])
def test_a_server_that_does_not_answer_is_given_up(
    notice: Notice, queue: Queue, settings: Settings, silent: str
) -> None:
    with mail_server(silent, settings):
        delivery = delivered(queue)
    assert (delivery.state, delivery.tries) == ("pending", 1)
    assert delivery.error


def test_taken_is_taken_even_without_a_farewell(notice: Notice, queue: Queue, settings: Settings) -> None:
    with mail_server("QUIT", settings) as server:
        assert delivered(queue).state == "sent"
        assert len(server.took) == 1


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A server's TLS context with a certificate that the site trusts."""
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(server)
    believing = ssl.create_default_context()
    authority.configure_trust(believing)
    monkeypatch.setattr(smtp.EmailBackend, "ssl_context", believing)
    return server


@pytest.mark.parametrize(("silent", "state"), [("", "sent"), ("STARTTLS", "pending"), ("RCPT", "pending")])
def test_with_tls(
    notice: Notice, queue: Queue, settings: Settings, trusted: ssl.SSLContext, silent: str, state: str
) -> None:
    settings.EMAIL_USE_TLS = True
    with mail_server(silent, settings, trusted, seconds=0.5 if silent else 20) as server:
        assert delivered(queue).state == state
        assert len(server.took) == (state == "sent")


def test_a_handshake_that_never_ends_is_given_up(notice: Notice, queue: Queue, settings: Settings) -> None:
    settings.EMAIL_USE_SSL = True
    with mail_server("CONNECT", settings):
        assert delivered(queue).state == "pending"


def test_no_other_worker_claims_a_mail_while_it_may_still_be_under_way() -> None:
    assert outbox.CLAIM_TIMEOUT.total_seconds() > configured.EMAIL_TIMEOUT * 3

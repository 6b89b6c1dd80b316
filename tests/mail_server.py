"""A real mail server that stores what it receives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from time import monotonic, sleep
from typing import Any

from aiosmtpd.controller import Controller

from tests.site import free_port


class PostOffice:
    """A mail server on ``port`` of this machine. While ``refuse`` is set, it is the response to every mail.

    While ``dropping`` is set, the server breaks the connection in the middle of a mail and does not accept it. While
    ``holding`` is set, it does not respond to a mail's data; ``held`` counts these mails. A mail whose sender
    disconnects before the response is not accepted. ``before_yes`` is called before a mail is acknowledged. ``options``
    are the latest mail's SMTP options.
    """

    def __init__(self) -> None:
        self.port = free_port()
        self._controller: Controller | None = None
        self.mails: list[EmailMessage] = []
        self.options: list[str] = []
        self.refuse = ""
        self.holding = self.dropping = False
        self.held = 0
        self.before_yes: Callable[[], None] = lambda: None

    def open(self) -> None:
        """Start to listen, unless the server is already listening."""
        if self._controller is None:
            self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
            self._controller.start()

    def close(self) -> None:
        """Stop listening, so that connections are refused."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.held += 1
        try:
            while self.holding:
                await asyncio.sleep(0.02)
        finally:
            self.held -= 1
        if self.dropping:
            server.transport.abort()
        if self.dropping or self.refuse:
            return self.refuse
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append(mail)
        self.options = envelope.mail_options
        self.before_yes()
        return "250 taken"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if address in mail["To"]]

    def wait_for(self, address: str, count: int = 1, seconds: float = 15) -> list[EmailMessage]:
        """Wait until the address has ``count`` mails, and return them. Raise `TimeoutError` if that takes too long."""
        end = monotonic() + seconds
        while len(found := self.to(address)) < count:
            if monotonic() > end:
                raise TimeoutError(f"{len(found)} of {count} mails came for {address} in {seconds} s")
            sleep(0.05)
        return found


@contextmanager
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    office.open()
    try:
        yield office
    finally:
        office.close()

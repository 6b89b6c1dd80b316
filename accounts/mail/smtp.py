"""The mail backend: ``EMAIL_TIMEOUT`` bounds a whole delivery, however slowly the mail server answers."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail.backends import smtp

from accounts.mail.deadlines import connect_until, ssl_socket_until


class EmailBackend(smtp.EmailBackend):
    """Django's, with one deadline for connecting, TLS, signing in and sending.

    Only the look-up of the server's name, which can't be interrupted, has its own timeout.
    """

    def open(self) -> bool | None:
        """Connects unless connected; the deadline counts from here. Raises OSError, as does what follows after it."""
        if not self.connection:
            self._end = monotonic() + float(self.timeout or settings.EMAIL_TIMEOUT)
            if self.use_tls or self.use_ssl:
                context: ssl.SSLContext = self.ssl_context  # type: ignore[attr-defined]
                context.sslsocket_class = ssl_socket_until(self._end)
        return super().open()

    @property
    def connection_class(self) -> Any:
        """What ``open`` calls for a connection."""
        return partial(_Connection, end=self._end)


class _Connection(smtplib.SMTP):
    """``context``: TLS from the first byte; STARTTLS brings its own."""

    def __init__(self, *args: Any, end: float, context: ssl.SSLContext | None = None, **options: Any) -> None:
        self._end, self._context = end, context
        super().__init__(*args, **options)

    def connect(self, host: str = "localhost", port: int = 0, source_address: Any = None) -> tuple[int, bytes]:
        """Connects, and returns the greeting's code and text."""
        self.sock = connect_until(self._end, host, port)
        if self._context is not None:
            self.sock = self._context.wrap_socket(self.sock, server_hostname=host)
        return self.getreply()

    def sendmail(
        self,
        from_addr: str,
        to_addrs: Any,
        msg: Any,
        mail_options: Sequence[str] = (),
        rcpt_options: Sequence[str] = (),
    ) -> Any:
        """Send a mail, and announce a body that has more than ASCII (RFC 6152), as smtplib does not."""
        self.ehlo_or_helo_if_needed()
        if self.has_extn("8bitmime") and not msg.isascii():
            mail_options = (*mail_options, "BODY=8BITMIME")
        return super().sendmail(from_addr, to_addrs, msg, mail_options, rcpt_options)

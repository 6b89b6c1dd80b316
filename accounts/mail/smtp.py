"""Django's SMTP backend, extended to declare non-ASCII bodies (RFC 6152)."""

import smtplib
from collections.abc import Sequence
from typing import Any

from django.core.mail.backends import smtp


class EmailBackend(smtp.EmailBackend):
    """The SMTP backend. ``EMAIL_TIMEOUT`` limits each step of a delivery; the outbox's claim outlasts all steps."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _SecureConnection if self.use_ssl else _Connection


class _Connection(smtplib.SMTP):
    def sendmail(
        self,
        from_addr: str,
        to_addrs: str | Sequence[str],
        msg: Any,
        mail_options: Sequence[str] = (),
        rcpt_options: Sequence[str] = (),
    ) -> dict[str, tuple[int, bytes]]:
        """Send a mail, and declare an 8-bit body, which smtplib does not, if the server supports it."""
        self.ehlo_or_helo_if_needed()
        if self.has_extn("8bitmime") and not msg.isascii():
            mail_options = (*mail_options, "BODY=8BITMIME")
        return super().sendmail(from_addr, to_addrs, msg, mail_options, rcpt_options)


class _SecureConnection(_Connection, smtplib.SMTP_SSL):
    pass

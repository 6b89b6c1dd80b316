"""What the log keeps to itself, what it is told of refusals, and how an entry is written."""

from __future__ import annotations

import logging
import re
import time
from copy import copy

from django.db import InterfaceError, OperationalError
from redis import RedisError

SECRET_PART = re.compile(
    r"(/(?:go|feeds|join|notices/stop|accounts/confirm-email|accounts/password/reset/key)/)[^/\s]+"
)
"""Of the addresses in mails, of feeds, of invitations to tables, which open something for whoever reads them."""

UNSEEN = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))} | {
    0x2028: "\\u2028",
    0x2029: "\\u2029",
}
"""What ends a line or moves the cursor of whoever reads the log."""

TOLD = {403, 429}
"""Refusals that are worth an entry: somebody may not do this at all, or not as often."""


class Discreet(logging.Formatter):
    """Writes secret addresses without their secret part, wherever in an entry they stand; times are UTC.

    A message is one line whatever is in it, so that no text of somebody's can pass for an entry of its own.
    """

    converter = staticmethod(time.gmtime)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The entry without its traceback."""
        return super().formatMessage(record).translate(UNSEEN)

    def format(self, record: logging.LogRecord) -> str:
        """The entry as it is written."""
        return SECRET_PART.sub(r"\1…", super().format(record))


class Brief(Discreet):
    """Writes no traceback: for what strangers send that no page of ours would, which tells nothing of our code."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry as it is written."""
        bare = copy(record)
        bare.exc_info = bare.exc_text = None
        return super().format(bare)


class Refusals(logging.Filter):
    """Of answers with a status from 400 on, lets those through that are mistakes of ours or refusals worth telling.

    An outage has its line from the view that answers it (chicago/web/middleware.py).
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is one of them."""
        if record.exc_info and isinstance(record.exc_info[1], RedisError | OperationalError | InterfaceError):
            return False
        return record.levelno >= logging.ERROR or getattr(record, "status_code", 0) in TOLD

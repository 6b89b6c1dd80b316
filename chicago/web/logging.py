"""Formatters that redact secret URLs and escape control characters in the log, and a filter for failed requests."""

import json
import logging
import re
import time
from copy import copy

from django.db import InterfaceError, OperationalError
from redis import RedisError

SECRET_PART = re.compile(
    r"((?:/|%2F)(?:go|feeds|join|friends(?:/|%2F)with|settings(?:/|%2F)data|notices(?:/|%2F)(?:stop|confirm)"
    r"|accounts(?:/|%2F)(?:confirm-email|password(?:/|%2F)reset(?:/|%2F)key))(?:/|%2F))(?:(?!%2F)[^/\s])+",
    re.IGNORECASE,
)
"""Matches URLs with a secret part, such as links in mails, feeds and invitations, also quoted in a redirect target."""

CONTROL_CHARACTERS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))} | {
    0x2028: "\\u2028",
    0x2029: "\\u2029",
}
"""Escapes for characters that end a line or move a terminal's cursor."""

LOGGED_STATUSES = {403, 429}
"""The statuses of client errors that are logged."""


READINESS = "/readyz"
"""The probe whose 503 is a result, not an error."""


class RedactingFormatter(logging.Formatter):
    """Redacts the secret part of URLs anywhere in an entry, and writes times in UTC.

    A message is always a single line, so that user input can't forge an entry.
    """

    converter = staticmethod(time.gmtime)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the entry without its traceback, with control characters escaped."""
        return super().formatMessage(record).translate(CONTROL_CHARACTERS)

    def format(self, record: logging.LogRecord) -> str:
        return SECRET_PART.sub(r"\1…", super().format(record))


class NoTracebackFormatter(RedactingFormatter):
    """Omits tracebacks, which are useless for malformed requests."""

    def format(self, record: logging.LogRecord) -> str:
        bare = copy(record)
        bare.exc_info = bare.exc_text = None
        return super().format(bare)


class JsonFormatter(RedactingFormatter):
    """Writes each entry as a JSON object on one line, with the same redactions."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": self.formatTime(record, self.datefmt),
            "level": record.levelname,
            "logger": record.name,
            "trace_id": getattr(record, "trace_id", ""),
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps({name: SECRET_PART.sub(r"\1…", text) for name, text in entry.items()})


class BriefJsonFormatter(NoTracebackFormatter, JsonFormatter):
    """Writes JSON without tracebacks."""


class RequestFilter(logging.Filter):
    """Passes server errors and the client errors in ``LOGGED_STATUSES``.

    Drops outages, which their view has already logged (chicago/web/errors.py), and readiness probes, whose 503 is not
    an error.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None and request.path_info == READINESS:
            return False
        if record.exc_info and isinstance(record.exc_info[1], RedisError | OperationalError | InterfaceError):
            return False
        return record.levelno >= logging.ERROR or getattr(record, "status_code", 0) in LOGGED_STATUSES

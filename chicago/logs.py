"""What the log keeps to itself: addresses that open something for whoever reads them."""

from __future__ import annotations

import logging
import re

SECRET_PART = re.compile(
    r"(/(?:go|feeds|join|notices/stop|accounts/confirm-email|accounts/password/reset/key)/)[^/\s]+"
)
"""Of the links in mails, of feeds, of invitations to tables."""


class Discreet(logging.Formatter):
    """Writes such addresses without their secret part, wherever in an entry they stand."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry as it is written."""
        return SECRET_PART.sub(r"\1…", super().format(record))

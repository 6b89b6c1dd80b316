"""Why something can't be done: an answer for whoever has asked for it."""

from __future__ import annotations

from django.utils.functional import Promise


class Refused(Exception):
    """Nothing has changed. ``message`` is for the user; ``status`` is the HTTP status of the answer."""

    status = 422

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message

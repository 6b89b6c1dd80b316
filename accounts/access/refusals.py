"""Why something can't be done: an answer for the person who has asked for it."""

from __future__ import annotations

from django.utils.functional import Promise


class Refused(Exception):
    """A request that is refused; nothing has changed.

    ``message`` is for the user, ``status`` the HTTP status of the answer; ``code`` names the reason for programs, and
    ``paragraph`` is that of the rules, empty where they have nothing to do with it.
    """

    status = 422
    code = "refused"
    paragraph = ""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message

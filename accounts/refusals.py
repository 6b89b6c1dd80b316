"""The exception for a request that is refused with a message for the user."""

from django.utils.functional import Promise


class Refused(Exception):
    """Raised to refuse a request without changing anything.

    ``message`` is for the user, ``status`` the HTTP status of the response, ``code`` the reason for programs, and
    ``paragraph`` the number of the game rule that forbids the request, or empty.
    """

    status = 422
    code = "refused"
    paragraph = ""
    message: str | Promise

    def __init__(self, message: str | Promise | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.message)

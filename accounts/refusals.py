"""The exception for a request that is refused with a message for the user."""

from django.utils.functional import Promise


class Refused(Exception):
    """A request that is refused; nothing has changed.

    ``message`` is for the user, ``status`` the HTTP status of the response; ``code`` names the reason for programs, and
    ``paragraph`` is that of the game's rules, empty if they are not concerned.
    """

    status = 422
    code = "refused"
    paragraph = ""
    message: str | Promise

    def __init__(self, message: str | Promise | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.message)

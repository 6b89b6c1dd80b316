"""Errors as RFC 9457 problem details: status, code, a sentence in the requested language, and further members."""

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.metrics import REFUSALS

MEDIA_TYPE = "application/problem+json"

GENERAL: dict[int, tuple[str, Promise]] = {
    400: (
        "unreadable",
        _("We can’t read this request. The body must be JSON, and text can’t contain the NUL character."),
    ),
    401: ("token", _("Send a valid token in the Authorization header. You can make one on your tokens page.")),
    403: ("forbidden", _("You aren’t allowed to do that.")),
    404: ("not-found", _("There’s nothing at this address, or you aren’t allowed to see it.")),
    405: ("method", _("This address doesn’t accept this method. See the API description for those it does.")),
    413: ("too-large", _("That’s too much at once. Send less.")),
    421: (
        "elsewhere",
        _(
            "Requests to this address belong to the WebSocket process, but the site’s proxy sent "
            "this one here. Tell the site’s operator."
        ),
    ),
    422: ("malformed", _("The request doesn’t match the API description. The errors list what’s wrong.")),
    500: ("server-error", _("Something went wrong on our side. We’ve noted it; try again later.")),
    503: ("unavailable", _("Part of the site is down right now. Nothing has changed; try again in half a minute.")),
}
"""The code and sentence for each status, if no details are known."""


class ScopeMissing(Exception):
    """The token lacks the scope that the operation requires."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class Suspended(Exception):
    """The token's user is suspended or banned."""


class TooMany(Exception):
    """Raised if a limit is exceeded; has the limit's name, and the seconds until a request is allowed again."""

    def __init__(self, limit: str, seconds: int) -> None:
        super().__init__(limit, seconds)
        self.limit, self.seconds = limit, seconds


class Elsewhere(Exception):
    """Raised in a process that can't hold requests back; only the socket process can."""


class Misfit(Exception):
    """Raised for values that fit the schema, but not this game or each other; has an error message for each field."""

    def __init__(self, errors: dict[str, str]) -> None:
        super().__init__(errors)
        self.errors = [{"field": field, "message": message} for field, message in errors.items()]


def problem(status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """Return a problem document; ``more`` are additional members."""
    REFUSALS.labels(code).inc()
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code} | more
    response = JsonResponse(body, status=status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def misfit(wrong: Misfit) -> HttpResponse:
    """Return the problem for values that fit the schema but can't be used."""
    return problem(
        422, "unsuitable", gettext("A table like this isn’t possible. The errors say why."), errors=wrong.errors
    )


def general(status: int, **more: Any) -> HttpResponse:
    code, detail = GENERAL.get(status, GENERAL[400 if status < 500 else 500])
    return problem(status, code, str(detail), **more)

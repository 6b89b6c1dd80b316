"""Errors as RFC 9457 problem details: status, code, a sentence in the asked language, and what helps to go on."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.request import split_domain_port
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError

from accounts.access.rate_limits import retry_sentence
from accounts.access.refusals import REFUSALS
from games import play
from games.access import seat_at
from games.table.page import rules_refusal

MEDIA_TYPE = "application/problem+json"

GENERAL: dict[int, tuple[str, Promise]] = {
    400: ("unreadable", _("This request can’t be read. Its body must be JSON.")),
    401: ("token", _("Send a valid token in the header Authorization. You make one on your page of tokens.")),
    403: ("forbidden", _("You may not do that.")),
    404: ("not-found", _("There is nothing at this address, or it is not for you to see.")),
    405: ("method", _("This address does not take this method. The API’s description lists those that it takes.")),
    413: ("too-large", _("That is too long. Send less at once.")),
    421: ("elsewhere", _("The site’s proxy must send this to the process of the sockets. Tell the site’s operator.")),
    422: ("malformed", _("Some of this does not fit the API’s description. The errors say what.")),
    500: ("server-error", _("Something went wrong on our side, and has been noted. Try again later.")),
    503: ("unavailable", _("A part of the site is away just now. Nothing has changed; try again in half a minute.")),
}
"""Code and sentence by status, where nothing more is known."""


class Problem(Schema):
    """What is wrong. ``code`` names the reason for programs; ``detail`` is for people, in the asked language.

    The members after ``code`` are there only where they help to go on.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    version: str | None = None
    paragraph: str | None = None
    limit: str | None = None
    retry_after: int | None = None
    scope: str | None = None
    errors: list[dict[str, str]] | None = None


class ScopeMissing(Exception):
    """The token lacks the scope that the operation asks for."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class Suspended(Exception):
    """The token's user may not use the site at the moment."""


class TooMany(Exception):
    """A rate limit is reached: its name in ``settings.RATE_LIMITS``, and the seconds until it allows more."""

    def __init__(self, limit: str, seconds: int) -> None:
        super().__init__(limit, seconds)
        self.limit, self.seconds = limit, seconds


class Elsewhere(Exception):
    """This process holds no answers back; that of the sockets does."""


class Misfit(Exception):
    """Values that do not fit: sentences by the field's name."""

    def __init__(self, errors: dict[str, str]) -> None:
        super().__init__(errors)
        self.errors = [{"field": field, "message": message} for field, message in errors.items()]


def problem(status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """Returns a problem; ``more`` are further members of it."""
    REFUSALS.labels(code).inc()
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code} | more
    response = JsonResponse(body, status=status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def general(status: int, **more: Any) -> HttpResponse:
    """Returns the problem of a status about which nothing more is known."""
    code, detail = GENERAL.get(status, GENERAL[400 if status < 500 else 500])
    return problem(status, code, str(detail), **more)


def _refused(request: HttpRequest, refused: play.Refused) -> HttpResponse:
    more = {"paragraph": refused.paragraph} if refused.paragraph else {}
    if refused.status == 409 and (version := _current_version(request)):
        more["version"] = version
    return problem(refused.status, refused.code, str(refused.message), **more)


def _current_version(request: HttpRequest) -> str:
    """The version of the request's table for its user; empty if they have no seat there."""
    match = request.resolver_match
    seat = seat_at(match.kwargs["table"], request.user) if match and "table" in match.kwargs else None
    return play.version_of(seat.game, seat) if seat else ""


def _wrong_move(request: HttpRequest, refused: play.WrongMove) -> HttpResponse:
    match = request.resolver_match
    seat = seat_at(match.kwargs["table"], request.user) if match else None
    if seat is None:
        return general(404)
    detail = rules_refusal(seat, refused.illegal)
    return problem(refused.status, refused.code, detail, paragraph=refused.paragraph)


def _too_many(_request: HttpRequest, many: TooMany) -> HttpResponse:
    detail = retry_sentence(many.seconds)
    response = problem(429, "too-many-requests", detail, limit=many.limit, retry_after=many.seconds)
    response.headers["Retry-After"] = str(many.seconds)
    return response


def _elsewhere(request: HttpRequest, _elsewhere: Elsewhere) -> HttpResponse:
    """Redirects to the sockets' own port, if they have one; else the site's proxy should have known."""
    if not settings.SOCKET_PORT:
        return general(421)
    host = split_domain_port(request.get_host())[0]
    return HttpResponseRedirect(
        f"{request.scheme}://{host}:{settings.SOCKET_PORT}{request.get_full_path()}", preserve_request=True
    )


def _scope_missing(_request: HttpRequest, missing: ScopeMissing) -> HttpResponse:
    detail = gettext("This token may not do that: it lacks the scope %(scope)s.") % {"scope": missing.scope}
    response = problem(403, "scope", detail, scope=missing.scope)
    response.headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{missing.scope}"'
    return response


def _no_token(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    """RFC 6750: a token that is not valid is called so; where there is none, nothing is said of it."""
    response = general(401)
    if "Authorization" in request.headers:
        response.headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    return response


def _suspended(_request: HttpRequest, _suspended: Suspended) -> HttpResponse:
    detail = gettext("This account may not use the site just now. Sign in there to see why, and until when.")
    return problem(403, "suspended", detail)


def _malformed(_request: HttpRequest, invalid: ValidationError) -> HttpResponse:
    errors = [
        {"field": ".".join(str(part) for part in error["loc"][1:]), "message": str(error["msg"])}
        for error in invalid.errors
    ]
    return general(422, errors=errors)


Handler = Callable[[HttpRequest, Any], HttpResponse]

_HANDLERS: dict[type[Exception], Handler] = {
    play.Refused: _refused,
    play.WrongMove: _wrong_move,
    TooMany: _too_many,
    ScopeMissing: _scope_missing,
    Suspended: _suspended,
    Elsewhere: _elsewhere,
    Misfit: lambda _request, misfit: general(422, errors=misfit.errors),
    ValidationError: _malformed,
    AuthenticationError: _no_token,
    HttpError: lambda _request, error: general(error.status_code),
    Http404: lambda _request, _error: general(404),
    RequestDataTooBig: lambda _request, _error: general(413),
    BadRequest: lambda _request, _error: general(400),
    DataError: lambda _request, _error: general(400),
}


def add_handlers(api: NinjaAPI) -> None:
    """Lets the API answer every exception that an operation may raise with a problem."""
    for kind, handler in _HANDLERS.items():
        api.add_exception_handler(kind, handler)

"""Exception handlers of the API: each turns an exception into a problem document."""

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.utils.translation import gettext
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from accounts.access.rate_limits import retry_sentence
from games import play
from games.api.problems import Elsewhere, Misfit, ScopeMissing, Suspended, TooMany, general, misfit, problem
from games.api.schema import Schema
from games.core.access import seat_at
from games.models import Player
from games.presentation.view_model import rules_refusal


class Problem(Schema):
    """A problem (RFC 9457). The fields after `code` are present only if they apply to the problem."""

    type: str
    """Always "about:blank"; `code` identifies the problem."""
    title: str
    """The HTTP status in words."""
    status: int
    """The HTTP status."""
    detail: str
    """One sentence that explains the problem to people, in the requested language."""
    code: str
    """The code of the problem, for programs."""
    version: str | None = None
    """The table’s current version, if the request sent an outdated one."""
    paragraph: str | None = None
    """The number of the rules paragraph that forbids the move."""
    limit: str | None = None
    """The name of the exceeded limit, as in the `quotas` of `GET /me`."""
    retry_after: int | None = None
    """Seconds until the same request may be sent again."""
    scope: str | None = None
    """The scope that the token lacks."""
    errors: list[dict[str, str]] | None = None
    """The invalid fields, each with its name as `field` and an explanation as `message`."""


def _refused(request: HttpRequest, refused: play.Refused) -> HttpResponse:
    more = {"paragraph": refused.paragraph} if refused.paragraph else {}
    if refused.status == 409 and (seat := _seat(request)):
        more["version"] = play.version_of(seat.game, seat)
    return problem(refused.status, refused.code, str(refused.message), **more)


def _seat(request: HttpRequest) -> Player | None:
    """Return the user's seat at the table in the URL, or None."""
    match = request.resolver_match
    return seat_at(match.kwargs["table"], request.user) if match and "table" in match.kwargs else None


def _wrong_move(request: HttpRequest, refused: play.WrongMove) -> HttpResponse:
    if (seat := _seat(request)) is None:
        return general(404)
    detail = rules_refusal(seat, refused.illegal)
    return problem(refused.status, refused.code, detail, paragraph=refused.paragraph)


def _too_many(_request: HttpRequest, many: TooMany) -> HttpResponse:
    detail = retry_sentence(many.seconds)
    response = problem(429, "too-many-requests", detail, limit=many.limit, retry_after=many.seconds)
    response.headers["Retry-After"] = str(many.seconds)
    return response


def _elsewhere(request: HttpRequest, _elsewhere: Elsewhere) -> HttpResponse:
    """Redirect to the socket process's port. If there is none, the proxy is misconfigured: return 421."""
    if not settings.SOCKET_PORT:
        return general(421)
    host = split_domain_port(request.get_host())[0]
    return HttpResponseRedirect(
        f"{request.scheme}://{host}:{settings.SOCKET_PORT}{request.get_full_path()}", preserve_request=True
    )


def _scope_missing(_request: HttpRequest, missing: ScopeMissing) -> HttpResponse:
    detail = gettext("This token can’t do that: it lacks the scope %(scope)s.") % {"scope": missing.scope}
    response = problem(403, "scope", detail, scope=missing.scope)
    response.headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{missing.scope}"'
    return response


def _no_token(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    """Return the 401 problem. As RFC 6750 requires, the header has an error code only if a token was sent."""
    response = general(401)
    if "Authorization" in request.headers:
        response.headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    return response


def _suspended(_request: HttpRequest, _suspended: Suspended) -> HttpResponse:
    detail = gettext("This account can’t use the site right now. Sign in on the site to see why and until when.")
    return problem(403, "suspended", detail)


def _malformed(_request: HttpRequest, invalid: ValidationError) -> HttpResponse:
    errors = [{"field": _field(error["loc"]), "message": str(error["msg"])} for error in invalid.errors]
    return general(422, errors=errors)


def _field(place: Sequence[str | int]) -> str:
    """Return the path of an invalid value, such as "size", without the parameter name that Ninja adds for a body."""
    return ".".join(str(part) for part in place[2 if place[0] == "body" else 1 :])


_HANDLERS: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    play.Refused: _refused,
    play.WrongMove: _wrong_move,
    TooMany: _too_many,
    ScopeMissing: _scope_missing,
    Suspended: _suspended,
    Elsewhere: _elsewhere,
    Misfit: lambda _request, wrong: misfit(wrong),
    ValidationError: _malformed,
    AuthenticationError: _no_token,
    HttpError: lambda _request, error: general(error.status_code),
    Http404: lambda _request, _error: general(404),
    RequestDataTooBig: lambda _request, _error: general(413),
    BadRequest: lambda _request, _error: general(400),
    DataError: lambda _request, _error: general(400),
}


def add_handlers(api: NinjaAPI) -> None:
    """Register a handler for each exception that an operation may raise."""
    for kind, handler in _HANDLERS.items():
        api.add_exception_handler(kind, handler)

"""What every answer tells browsers about where things may come from; what is not let in, and how anybody is refused.

A refusal is a page in the visitor's language. What a script of a page asked for is answered with a sentence, which
htmx puts where the page has a place for it, so that nobody presses a button in vain.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

from csp.constants import SELF
from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, DisallowedHost, RequestDataTooBig
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils import translation
from django.views import defaults
from django.views.csrf import csrf_failure
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails
from redis import RedisError

from accounts.limits import APART

LISTENED_TO = 16 * 1024 * 1024
"""Bytes of a refused body that are let by, since browsers read no answer before they have sent all of it."""

DIGITS = 19
"""More of them Python would refuse to read, sooner or later."""

OUTAGES = (RedisError, OperationalError, InterfaceError)
"""Exceptions that mean that Redis or the database does not answer."""

SOON = 30
"""Seconds after which it is worth another try, where a part of the site is away."""

log = logging.getLogger(__name__)


class Doorway(CSPMiddleware):
    """Middleware that adds Content-Security-Policy, and says that no other site may embed what is here.

    Refuses what is longer than any form of ours, and keeps nothing of it. There are no uploads. Refuses what nobody can
    do while Redis is away: moves go on without it, limits of signing in are counted there.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Refuse a path that no row can match, and a body that says it is longer than any form."""
        if "\0" in request.path_info:
            raise Http404
        if not (request.META.get("CONTENT_LENGTH") or "0").isdecimal():
            raise BadRequest("a length that is no number")
        length = _announced(request)
        if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return None
        if length <= LISTENED_TO:
            _let_by(request)
        return too_large(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """503 while Redis or the database is away; 400 for a value that the database can't take, such as a NUL."""
        if isinstance(exception, OUTAGES):
            return unavailable(request, exception)
        if isinstance(exception, DataError):
            log.warning("Refused by the database at %s: %s", request.path_info, type(exception).__name__)
            return bad_request(request, exception)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the headers."""
        if _for_htmx(request) and response.headers.get("Location", "").startswith(resolve_url(settings.LOGIN_URL)):
            response = _to_sign_in(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return super().process_response(request, response)

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The site's policy. Scripts are those that a page of ours has marked; the admin's pages are Django's, and mark
        none, so that theirs may be any of this site."""
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(f"/{settings.ADMIN_PATH}"):
            parts.update = (parts.update or {}) | {"script-src": [SELF]}
        if settings.SOCKET_PORT:
            parts.update = (parts.update or {}) | {"connect-src": _sockets(request)}
        return parts


def _announced(request: HttpRequest) -> int:
    """How many bytes the body says it has; what is no number is nothing, and one of many digits large enough."""
    said = request.META.get("CONTENT_LENGTH") or "0"
    return int(said[:DIGITS]) if said.isdecimal() else 0


def _let_by(request: HttpRequest) -> None:
    while request.read(64 * 1024):
        pass


def _sockets(request: HttpRequest) -> list[str]:
    """Where the sockets are, if that is not where the page is."""
    try:
        host = split_domain_port(request.get_host())[0]
    except DisallowedHost:
        return []
    scheme = "wss" if settings.SECURE else "ws"
    return [f"{scheme}://{host}:{settings.SOCKET_PORT}"]


def too_large(request: HttpRequest) -> HttpResponse:
    """413, in the visitor's language; to htmx a sentence that leaves the page as it is."""
    return _told(request, "413", 413)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or what fits the request better, without a word of what was wrong with it."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    return _told(request, "400", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """403, where somebody may not do what he asked for."""
    return _told(request, "403", 403) if _for_htmx(request) else defaults.permission_denied(request, exception)


def too_old(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """403, where a form does not show that it comes from a page of ours."""
    return _told(request, "403_csrf", 403) if _for_htmx(request) else csrf_failure(request, reason)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """404."""
    return _told(request, "404", 404) if _for_htmx(request) else defaults.page_not_found(request, exception)


def unavailable(request: HttpRequest, outage: BaseException) -> HttpResponse:
    """503 with a time to try again, made without the database and without Redis."""
    log.warning("A service is away from %s: %s", request.path_info, type(outage).__name__)
    response = _told(request, "503", 503, user=None)
    response.headers["Retry-After"] = str(SOON)
    return response


def failed(request: HttpRequest) -> HttpResponseBase:
    """500, or 503 where a middleware met an outage: Django passes no exception, so it is the one being handled."""
    outage = sys.exc_info()[1]
    if isinstance(outage, OUTAGES):
        return unavailable(request, outage)
    return _told(request, "500", 500) if _for_htmx(request) else defaults.server_error(request)


def _to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """To the page of signing in, and then back to the page that asked; htmx would put the one into the other."""
    return HttpResponseClientRedirect(redirect_to_login(_page_of(request)).url)


def _page_of(request: HttpRequest) -> str:
    """The page that htmx asks from, as it says; the request's own path where that can't be read."""
    try:
        return HtmxDetails(request).current_url_abs_path or request.get_full_path()
    except ValueError:
        return request.get_full_path()


def _for_htmx(request: HttpRequest) -> bool:
    """Asked of the header, for nothing else may have been looked at yet."""
    return request.headers.get("HX-Request") == "true"


SIGNED_IN: Any = object()
"""Stands for the visitor of the request, who is looked up only where a sentence depends on them."""


def _told(request: HttpRequest, name: str, status: int, user: Any = SIGNED_IN) -> HttpResponse:
    """A page that asks nothing of the request but its language, for nothing else may have been looked at yet.

    A sentence for htmx may ask who is signed in: the page around it knows.
    """
    apart = _for_htmx(request)
    language = getattr(request, "LANGUAGE_CODE", None) or translation.get_language_from_request(request)
    if user is SIGNED_IN:
        user = getattr(request, "user", None) if apart else None
    with translation.override(language):
        page = render_to_string(f"{name}.html", {"apart": apart, "user": user})
    return HttpResponse(page, status=status, headers={"Cache-Control": "no-store"} | (APART if apart else {}))

"""What every answer tells browsers about where things may come from; what is not let in, and how anybody is refused.

A refusal is a page in the visitor's language. What a script of a page asked for is answered with a sentence, which
htmx puts where the page has a place for it, so that nobody presses a button in vain.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from csp.constants import SELF
from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import resolve_url

from chicago.web.error_views import OUTAGES, _for_htmx, _to_sign_in, bad_request, too_large, unavailable

LISTENED_TO = 16 * 1024 * 1024
"""Bytes of a refused body that are let by, since browsers read no answer before they have sent all of it."""

DIGITS = 19
"""More of them Python would refuse to read, sooner or later."""


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

"""Security headers, and error pages for malformed requests, outages and refusals.

Errors are pages in the visitor's language; for htmx they are fragments, which the page shows in a separate element.
"""

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
from django.utils.deprecation import MiddlewareMixin

from accounts.refusals import Refused
from chicago.web.errors import (
    OUTAGES,
    bad_request,
    refused,
    too_large,
    unavailable,
)

DIGITS = 19
"""The number of digits of a Content-Length that are parsed, because Python refuses very long numbers."""

log = logging.getLogger(__name__)


class SecurityHeadersMiddleware(CSPMiddleware):
    """Adds Content-Security-Policy (CONTENT_SECURITY_POLICY) and Cross-Origin-Resource-Policy."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return super().process_response(request, response)

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Return the site's policy.

        Scripts need a nonce. The admin's scripts have none, so the admin's pages allow all scripts of this site. If the
        sockets have a separate port, connections to that port are allowed, too.
        """
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(f"/{settings.ADMIN_PATH}"):
            parts.update = (parts.update or {}) | {"script-src": [SELF]}
        if settings.SOCKET_PORT:
            parts.update = (parts.update or {}) | {"connect-src": _socket_sources(request)}
        return parts


class ErrorPageMiddleware(MiddlewareMixin):
    """Responds to malformed requests, outages and refusals.

    Moves work without Redis, but sign-in attempts are counted there, so pages need both Redis and the database.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return 413 if the body is too long. Raise `Http404` for a NUL in the path, `BadRequest` for a bad length."""
        if "\0" in request.path_info:
            raise Http404
        if not (request.META.get("CONTENT_LENGTH") or "0").isdecimal():
            raise BadRequest("a length that is no number")
        return too_large(request) if _content_length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return 503 for an outage, a page for a refusal, 400 for a value that the database rejects, otherwise None."""
        if isinstance(exception, OUTAGES):
            return unavailable(request, exception)
        if isinstance(exception, Refused):
            return refused(request, exception)
        if isinstance(exception, DataError):
            log.warning("Refused by the database at %s: %s", request.path_info, type(exception).__name__)
            return bad_request(request, exception)
        return None


def _content_length(request: HttpRequest) -> int:
    """Return the declared length of the body, or 0 if it is not a number."""
    said = request.META.get("CONTENT_LENGTH") or "0"
    return int(said[:DIGITS]) if said.isdecimal() else 0


def _socket_sources(request: HttpRequest) -> list[str]:
    """Return the origin of WebSockets on a separate port, or an empty list for an invalid host."""
    try:
        host = split_domain_port(request.get_host())[0]
    except DisallowedHost:
        return []
    scheme = "wss" if settings.SECURE else "ws"
    return [f"{scheme}://{host}:{settings.SOCKET_PORT}"]

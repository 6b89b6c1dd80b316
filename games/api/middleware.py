"""Middleware for the API's addresses: no cookies, access for all origins, and errors as problem documents."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from games.api.problems import MEDIA_TYPE, general

ROOT = "/api/"

METHODS = "GET, POST, DELETE, OPTIONS"
TAKEN = "Authorization, Content-Type, Accept-Language, Idempotency-Key, If-None-Match, Last-Event-ID"
"""Request headers that pages of other origins may send."""

GIVEN = "ETag, Retry-After, Content-Language, Location, WWW-Authenticate"
"""Response headers that pages of other origins may read."""

OAUTH_ERROR = "application/json"
"""The content type of OAuth errors, which have their own format (RFC 6749)."""

DAY = 60 * 60 * 24


class ApiMiddleware:
    """Removes cookies from API requests, so that only tokens authenticate. Comes before SessionMiddleware.

    Without cookies, no CSRF protection is needed, and pages of all origins may call the API.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(ROOT):
            return self.get_response(request)
        request.COOKIES.clear()
        request.META.pop("HTTP_COOKIE", None)
        response = HttpResponse(status=204) if request.method == "OPTIONS" else self.get_response(request)
        return _opened(request, _with_problem(response))


def _with_problem(response: HttpResponse) -> HttpResponse:
    """Replace HTML error pages with problem documents (RFC 9457)."""
    if response.status_code < 400 or response.headers.get("Content-Type") in (MEDIA_TYPE, OAUTH_ERROR):
        return response
    shown = general(response.status_code)
    for name in ("Allow", "Retry-After"):
        if name in response.headers:
            shown.headers[name] = response.headers[name]
    return shown


def _opened(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add the CORS headers that let pages of other origins read the response."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers.setdefault("Cache-Control", "no-store")
    patch_vary_headers(response, ["Authorization"])
    response.headers["Access-Control-Expose-Headers"] = GIVEN
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = METHODS
        response.headers["Access-Control-Allow-Headers"] = TAKEN
        response.headers["Access-Control-Max-Age"] = str(DAY)
    return response

"""The error views: 400, 403, 404, 405, 413, 422, 500 and 503, each with a page or a fragment."""

import logging
import sys
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.views.csrf import csrf_failure
from redis import RedisError

from accounts.access.rate_limits import FRAGMENT_HEADERS
from accounts.refusals import Refused

log = logging.getLogger(__name__)

OUTAGES = (RedisError, OperationalError, InterfaceError)
"""Exceptions raised while Redis or the database is down."""


TYPED_FIELDS = ("text", "note", "typed", "move")
"""The text fields of a table's forms."""

RETRY_AFTER = 30


def too_large(request: HttpRequest) -> HttpResponse:
    return _error_response(request, "413", 413)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 400 without details of the error, or 413 for a body that is too large."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    return _error_response(request, "400", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Handle 403. The page offers to sign out, and then in again with another account."""
    if is_htmx(request):
        return _error_response(request, "403", 403)
    back = request.get_full_path() if request.method == "GET" else reverse("home")
    query = urlencode({"next": redirect_to_login(back).url})
    context = {
        "for_staff": request.path.startswith(reverse("admin:index")),
        "as_another": f"{reverse('account_logout')}?{query}",
    }
    return _own_page(request, "403", 403, context)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Handle 403 for a failed CSRF check, mostly from a page opened before a sign-in in another tab.

    A table's page renews its forms by itself and keeps the typed text. Without JavaScript, the error page shows it.
    """
    table = request.resolver_match.kwargs.get("table") if request.resolver_match else None
    if table is None and not is_htmx(request):
        return csrf_failure(request, reason)
    response = _error_response(request, "403_csrf", 403, table=table, typed=_typed(request))
    if table is not None:
        response.headers["HX-Trigger"] = "stale-form"
    return response


def _typed(request: HttpRequest) -> list[str]:
    return [value for name in TYPED_FIELDS for value in request.POST.getlist(name) if value.strip()]


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return _error_response(request, "404", 404) if is_htmx(request) else _own_page(request, "404", 404)


def not_allowed(request: HttpRequest) -> HttpResponse:
    """Handle 405, for example if a form's URL is opened like a page."""
    return _error_response(request, "405", 405)


def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Handle a refusal that the view itself did not handle."""
    return _error_response(request, "422", refusal.status, reason=str(refusal.message))


def session_ended(request: HttpRequest, back: str) -> HttpResponse:
    """Handle 403 for a POST to a table without a session: link to sign-in and then ``back``, and show the typed text.

    The scripts of the page ``back`` put the text into its form again (js/typed.js).
    """
    sign_in = redirect_to_login(back).url
    return _error_response(request, "403_session", 403, sign_in=sign_in, typed=_typed(request))


def unavailable(request: HttpRequest, outage: BaseException) -> HttpResponse:
    """Handle 503 with Retry-After, without using the database or Redis."""
    log.warning("A service is away from %s: %s", request.path_info, _reason(outage))
    response = _error_response(request, "503", 503, user=None)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _reason(outage: BaseException) -> str:
    """Return the driver's name for the error, such as DiskFull or SQLITE_FULL. Messages may contain addresses."""
    cause = outage.__cause__ or outage
    return getattr(cause, "sqlite_errorname", "") or type(cause).__name__


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Handle 500, or 503 if a middleware met an outage. Django passes no exception, so use the current one."""
    outage = sys.exc_info()[1]
    if isinstance(outage, OUTAGES):
        return unavailable(request, outage)
    return _error_response(request, "500", 500)


def is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx made the request. Read the header, because the middleware for htmx may not have run yet."""
    return request.headers.get("HX-Request") == "true"


def _own_page(request: HttpRequest, name: str, status: int, context: dict[str, Any] | None = None) -> HttpResponse:
    """Render an error page that depends on the user. Django's own views first read the body, which may be malformed."""
    return HttpResponse(render_to_string(f"{name}.html", context, request), status=status)


SIGNED_IN: Any = object()
"""The default for ``user``: ``request.user``, which only fragments load."""


def _error_response(
    request: HttpRequest, name: str, status: int, user: Any = SIGNED_IN, **context: Any
) -> HttpResponse:
    """Render an error page, or a fragment for htmx.

    A page depends only on the request's language, because middleware may not have run yet. A fragment may also depend
    on the user.
    """
    fragment = is_htmx(request)
    language = getattr(request, "LANGUAGE_CODE", None) or translation.get_language_from_request(request)
    if user is SIGNED_IN:
        user = getattr(request, "user", None) if fragment else None
    with translation.override(language):
        page = render_to_string(f"{name}.html", context | {"fragment": fragment, "user": user})
    return HttpResponse(
        page, status=status, headers={"Cache-Control": "no-store"} | (FRAGMENT_HEADERS if fragment else {})
    )

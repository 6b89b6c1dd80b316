"""The error views: 400, 403, 404, 413, 500 and 503, each with a page or a fragment."""

from __future__ import annotations

import logging
import sys
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.views import defaults
from django.views.csrf import csrf_failure
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails
from redis import RedisError

from accounts.access.rate_limits import APART

log = logging.getLogger(__name__)

OUTAGES = (RedisError, OperationalError, InterfaceError)
"""Exceptions that mean that Redis or the database does not answer."""


SOON = 30
"""Seconds after which it is worth another try, where a part of the site is away."""


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

"""Responses to browsers: pages for a refused method and for an ended session, and redirects to sign-in and back.

The middleware must come below CommonMiddleware, which sets the length of the response.
"""

import inspect
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, QueryDict
from django.shortcuts import redirect, resolve_url
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from chicago.web.errors import is_htmx, not_allowed, session_ended
from games.api.middleware import ROOT as API_ROOT

BROWSERS_METHODS = {"GET", "POST"}
"""The methods of links and forms, whose refusal is shown as a page. Refusals of other methods have no body."""


class BrowserResponseMiddleware:
    """Replaces bare refusals and redirects with helpful responses, except in the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path_info.startswith(API_ROOT) or request.method not in BROWSERS_METHODS:
            return response
        if isinstance(response, HttpResponseNotAllowed):
            return _not_allowed_page(request, response)
        if (page := _page_of_lost_seat(request, response)) is not None:
            return session_ended(request, page)
        return _redirect_to_sign_in(request) if _redirects_to_sign_in(request, response) else response


def _not_allowed_page(request: HttpRequest, refused: HttpResponseNotAllowed) -> HttpResponse:
    """Return the error page for a refused method, or redirect a GET below a table's URL to the table."""
    if request.method == "GET" and not is_htmx(request) and (table := _table(request)):
        return redirect("table", table)
    response = not_allowed(request)
    response.headers["Allow"] = refused.headers["Allow"]
    return response


def _table(request: HttpRequest) -> str | None:
    """Return the table's id from the URL, even if there is no such table, or None if the URL has no id."""
    return request.resolver_match.kwargs.get("table") if request.resolver_match else None


def _page_of_lost_seat(request: HttpRequest, response: HttpResponseBase) -> str | None:
    """Return the table's page that sent this POST if it was refused because the session has ended, otherwise None."""
    if request.method != "POST" or not (table := _table(request)) or request.user.is_authenticated:
        return None
    refused = response.status_code == 404 or _redirects_to_sign_in(request, response)
    page = page_of_origin(request)
    return page if refused and page.startswith(f"/games/{table}/") else None


def _redirects_to_sign_in(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether the response redirects to sign-in, and from there back to this URL."""
    address = urlsplit(response.headers.get("Location", ""))
    back = QueryDict(address.query).get(REDIRECT_FIELD_NAME)
    return address.path == resolve_url(settings.LOGIN_URL) and back == request.get_full_path()


def _redirect_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in and then back to the page, or to the page that sent the POST or the htmx request.

    For htmx, redirect the whole page: otherwise it would insert the sign-in page as a fragment.
    """
    own = request.get_full_path() if request.method == "GET" else ""
    origin = page_of_origin(request) if own == "" or is_htmx(request) else ""
    back = redirect_to_login(origin or own) if origin or own else redirect(settings.LOGIN_URL)
    return HttpResponseClientRedirect(back.url) if is_htmx(request) else back


def page_of_origin(request: HttpRequest) -> str:
    """Return the path and query of this site's page that sent the request, or an empty string if it isn't known."""
    sent_by = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sent_by, {request.get_host()}, require_https=request.is_secure()):
        return ""
    address = urlsplit(sent_by)
    if address.path.startswith("//") or not _is_page(address.path):
        return ""
    return address._replace(scheme="", netloc="", fragment="").geturl()


def _is_page(path: str) -> bool:
    try:
        return "GET" in _methods(resolve(path).func)
    except Resolver404:
        return False


def _methods(view: Callable[..., object]) -> list[str]:
    """Return the methods that Django's decorators allow for ``view``, or all browser methods if it has none."""
    allowed = inspect.getclosurevars(view).nonlocals.get("request_method_list")
    if allowed is not None:
        return list(allowed)
    inner = getattr(view, "__wrapped__", None)
    return _methods(inner) if inner else list(BROWSERS_METHODS)

"""Responses to browsers: a page for a refused method, and sign-in pages that lead back to where the request came from.

The middleware stands below CommonMiddleware, which sets the length of what is sent.
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
"""Methods that people's browsers send by themselves: they get a page where the others get no body."""


class BrowserResponseMiddleware:
    """Replace bare refusals and redirects by responses that lead people on; leaves those of the API alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path_info.startswith(API_ROOT) or request.method not in BROWSERS_METHODS:
            return response
        if isinstance(response, HttpResponseNotAllowed):
            return _explained(request, response)
        if (page := _lost_seat(request, response)) is not None:
            return session_ended(request, page)
        return _to_sign_in_and_back(request) if _asks_to_sign_in(request, response) else response


def _explained(request: HttpRequest, refused: HttpResponseNotAllowed) -> HttpResponse:
    """Return a page for the address of a button that is opened like a page; below a table, the way to the table."""
    if request.method == "GET" and not is_htmx(request) and (table := _table(request)):
        return redirect("table", table)
    response = not_allowed(request)
    response.headers["Allow"] = refused.headers["Allow"]
    return response


def _table(request: HttpRequest) -> str | None:
    """Return the table that the address belongs to, whether there is one or not."""
    return request.resolver_match.kwargs.get("table") if request.resolver_match else None


def _lost_seat(request: HttpRequest, response: HttpResponseBase) -> str | None:
    """Return the page of a table that sent this after its session had ended; the same for one that does not exist."""
    if request.method != "POST" or not (table := _table(request)) or request.user.is_authenticated:
        return None
    refused = response.status_code == 404 or _asks_to_sign_in(request, response)
    page = page_of_origin(request)
    return page if refused and page.startswith(f"/games/{table}/") else None


def _asks_to_sign_in(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether the response leads to sign-in and from there to this very address."""
    address = urlsplit(response.headers.get("Location", ""))
    back = QueryDict(address.query).get(REDIRECT_FIELD_NAME)
    return address.path == resolve_url(settings.LOGIN_URL) and back == request.get_full_path()


def _to_sign_in_and_back(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in and from there back: to the page itself, or to the one that sent a post or a part of a page.

    htmx has the whole page go there; it would insert the sign-in page into it.
    """
    own = request.get_full_path() if request.method == "GET" else ""
    origin = page_of_origin(request) if own == "" or is_htmx(request) else ""
    back = redirect_to_login(origin or own) if origin or own else redirect(settings.LOGIN_URL)
    return HttpResponseClientRedirect(back.url) if is_htmx(request) else back


def page_of_origin(request: HttpRequest) -> str:
    """Return path and query of this site's page that sent the request; empty if that is unknown or no page."""
    sent_by = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sent_by, {request.get_host()}, require_https=request.is_secure()):
        return ""
    address = urlsplit(sent_by)
    if address.path.startswith("//") or not _is_page(address.path):
        return ""
    return address._replace(scheme="", netloc="", fragment="").geturl()


def _is_page(path: str) -> bool:
    """Return whether there is a view at ``path`` that takes GET."""
    try:
        return "GET" in _methods(resolve(path).func)
    except Resolver404:
        return False


def _methods(view: Callable[..., object]) -> list[str]:
    """Return the methods that Django's decorators leave to ``view``: all that browsers send if there are none."""
    allowed = inspect.getclosurevars(view).nonlocals.get("request_method_list")
    if allowed is not None:
        return list(allowed)
    inner = getattr(view, "__wrapped__", None)
    return _methods(inner) if inner else list(BROWSERS_METHODS)

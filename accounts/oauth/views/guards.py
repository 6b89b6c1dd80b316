"""Who may come to which view of OAuth, and how malformed requests are answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.cache import never_cache
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

from accounts.access.rate_limits import allowed, rates, retry_after

View = Callable[..., HttpResponseBase]

RESERVED = ("client", "scopes", "user")
"""Names that are no parameters of OAuth. oauthlib keeps under them what it has found out itself, and would take what is
sent for that."""


def switched_on(view: View) -> View:
    """Raises Http404 where the site takes no programs."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.OAUTH:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


def endpoint(action: str) -> Callable[[View], View]:
    """Decorates what programs post to: a limit, and RFC 6749's errors for what oauthlib and allauth let through."""
    rates(settings.RATE_LIMITS[action])

    def decorate(view: View) -> View:
        @switched_on
        @never_cache
        @wraps(view)
        def wrapped(request: HttpRequest) -> HttpResponseBase:
            if not allowed(request, action):
                seconds = retry_after(request, action)
                response = oauth_error(429, "temporarily_unavailable", f"Try again in {seconds} seconds.")
                response.headers["Retry-After"] = str(seconds)
                return response
            try:
                if stray := [name for name in RESERVED if name in request.GET or name in request.POST]:
                    return oauth_error(400, "invalid_request", f"There is no parameter {stray[0]}. Leave it out.")
                return view(request)
            except OAuth2Error as wrong:
                return oauth_error(wrong.status_code, wrong.error or "invalid_request", wrong.description or "")
            except (ValidationError, ValueError):  # of a resource; of an address or encoding that cannot be parsed
                return oauth_error(400, "invalid_request", "This request can’t be read.")

        vars(wrapped)["limited"] = action
        return wrapped

    return decorate


def oauth_error(status: int, code: str, description: str) -> HttpResponse:
    """Returns an error as RFC 6749 has it, in English, for programs."""
    response = JsonResponse({"error": code, "error_description": description}, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response

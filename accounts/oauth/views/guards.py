"""Permission checks for the OAuth views, and responses to malformed requests."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.cache import never_cache
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

from accounts.access.rate_limits import rates, seconds_to_wait

View = Callable[..., HttpResponseBase]

DESCRIPTIONS = {
    "invalid_client": "There is no such program here, or its secret is missing or wrong.",
    "invalid_grant": "This code or token is not good: it has ended, was used or revoked, or is of another request.",
    "invalid_request": "A parameter is missing, repeated or not allowed.",
    "invalid_scope": "The program may not ask for one of these scopes, or there is none of this name.",
    "unauthorized_client": "This program may not ask for tokens in this way.",
    "unsupported_grant_type": "There is no such grant_type here. The site’s metadata lists those that there are.",
    "authorization_pending": "The person has not answered yet. Ask again after the interval.",
    "slow_down": "You ask too often. Wait for the interval each time.",
    "access_denied": "The person said no.",
    "expired_token": "The time for this code is over. Ask for a new one.",
}
"""English descriptions, for programs, of errors for which allauth and oauthlib give only the code."""

RESERVED = ("client", "scopes", "user")
"""Parameter names under which oauthlib stores results, so that requests must not use them."""


def switched_on(view: View) -> View:
    """Decorate a view to raise `Http404` on a site without OAuth."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.OAUTH:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


def endpoint(action: str) -> Callable[[View], View]:
    """Decorate an endpoint for programs: limit its rate, and report errors missed by oauthlib as RFC 6749 requires."""
    rates(settings.RATE_LIMITS[action])

    def decorate(view: View) -> View:
        @switched_on
        @never_cache
        @wraps(view)
        def wrapped(request: HttpRequest) -> HttpResponseBase:
            if seconds := seconds_to_wait(request, action):
                response = oauth_error(429, "temporarily_unavailable", f"Try again in {seconds} seconds.")
                response.headers["Retry-After"] = str(seconds)
                return response
            try:
                if stray := [name for name in RESERVED if name in request.GET or name in request.POST]:
                    return oauth_error(400, "invalid_request", f"There is no parameter {stray[0]}. Leave it out.")
                return _described(view(request))
            except OAuth2Error as wrong:
                code = wrong.error or "invalid_request"
                return oauth_error(wrong.status_code, code, wrong.description or _description(code))
            except (ValidationError, ValueError):  # an invalid resource; an address or encoding that can't be parsed
                return oauth_error(400, "invalid_request", "This request can’t be read.")

        vars(wrapped)["limited"] = action
        return wrapped

    return decorate


def _described(response: HttpResponseBase) -> HttpResponseBase:
    """Return the response. If its error has only a code, as is usual with oauthlib, add a description."""
    if isinstance(response, HttpResponse) and response.status_code >= 400 and _is_json(response):
        told = json.loads(response.content)
        if "error" in told and not told.get("error_description"):
            response.content = json.dumps(told | {"error_description": _description(told["error"])})
    return response


def _is_json(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type") == "application/json"


def _description(code: str) -> str:
    return DESCRIPTIONS.get(code, "This request is refused.")


def oauth_error(status: int, code: str, description: str) -> HttpResponse:
    """Return an RFC 6749 error, in English for programs."""
    response = JsonResponse({"error": code, "error_description": description}, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response

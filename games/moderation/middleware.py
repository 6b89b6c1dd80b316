"""Middleware that shows suspended and banned users a single page: the restriction, and how to appeal."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from accounts.access.restrictions import access_restriction
from accounts.models import Restriction, User
from games.models import ModerationAction

OPEN = frozenset(
    {
        *("decisions", "decision", "decisions-read", "account_logout"),
        *("my-data", "download-data", "delete-account", "account_reauthenticate"),
        *("mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
        *("language", "theme", "set_language", "privacy", "about", "rules-home", "rules", "service-worker"),
    }
)
"""Names of URLs that stay available to suspended and banned users.

These are decisions and appeals, the user's own data, language and theme, and public texts. Once signed out, the users
can watch games like any visitor.
"""


class SanctionMiddleware:
    """Middleware that responds with 403 to suspended and banned users, except on pages in ``OPEN``.

    It comes after AuthenticationMiddleware and Preferences, and needs no query for users who were never restricted.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        user, found = request.user, request.resolver_match
        if not user.is_authenticated or (found is not None and found.view_name in OPEN):
            return None
        if (restriction := access_restriction(user)) is None:
            return None
        context = {"restriction": restriction, "action": _cause_of(user, restriction)}
        response = render(request, "moderation/suspended.html", context, status=403)
        if request.headers.get("HX-Request") == "true":
            response.headers["HX-Refresh"] = "true"  # not inside a fragment
        add_never_cache_headers(response)
        return response


def _cause_of(user: User, restriction: Restriction) -> ModerationAction | None:
    kinds = [ModerationAction.Kind.SUSPEND, ModerationAction.Kind.BAN]
    return ModerationAction.objects.filter(about=user, kind__in=kinds, details__restriction=restriction.pk).first()

"""The context processor for the colour theme."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User

THEME_COOKIE = f"{settings.COOKIE_PREFIX}theme"


def colours(request: HttpRequest) -> dict[str, Any]:
    """Add ``colours``: "light" or "dark" as chosen by the user or in this browser, or empty to follow the system."""
    return {"colours": cache(lambda: _chosen(request))}


def _chosen(request: HttpRequest) -> str:
    chosen = getattr(request.user, "theme", "") or request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in User.Theme.values else ""

"""Preferences that a browser remembers: theme, language, order of the hand."""

from django.conf import settings
from django.http import HttpResponse


def remember(response: HttpResponse, cookie: str, chosen: str) -> HttpResponse:
    """Set the cookie of a preference, or delete it if ``chosen`` is empty."""
    if not chosen:
        response.delete_cookie(cookie)
        return response
    age, secure = settings.SESSION_COOKIE_AGE, settings.SESSION_COOKIE_SECURE
    response.set_cookie(cookie, chosen, max_age=age, secure=secure, httponly=True, samesite="Lax")
    return response

"""Secrets that are shown once: the session stores them encrypted until their page is loaded."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.access.encryption import decrypt, encrypt

SESSION_KEY = "shown_once"


def redirect_with(request: HttpRequest, page: str, owner: object, secret: str) -> HttpResponse:
    """Redirect to ``page``, which shows the secret once. ``owner`` is the primary key of the object with the secret."""
    request.session[SESSION_KEY] = [page, str(owner), encrypt(secret)]
    return redirect(page)


def take(request: HttpRequest) -> tuple[str, str]:
    """Return and forget the primary key and the secret to show on this page, or two empty strings."""
    page, owner, secret = request.session.get(SESSION_KEY) or ("", "", "")
    if page != request.path or request.method != "GET":
        return "", ""
    del request.session[SESSION_KEY]
    return owner, decrypt(secret)

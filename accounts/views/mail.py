"""The mails in files, on pages for staff."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import letters
from accounts.access import mail_readers_only

PER_PAGE = 40
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
)
"""A mail's HTML sits in a sandboxed frame that inherits this: nothing of it runs or fetches anything from elsewhere."""


@mail_readers_only
@require_safe
def mail_list(request: HttpRequest) -> HttpResponse:
    """The mails, newest first."""
    page = Paginator(letters.files(), PER_PAGE).get_page(request.GET.get("page"))
    found = [letter for file in page for letter in reversed(letters.letters_of(file))]
    return render(request, "accounts/mail_list.html", {"page": page, "letters": found})


@mail_readers_only
@require_safe
def mail_item(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """One mail, as text and as HTML."""
    found = letters.letters_of(file)
    if number >= len(found):
        raise Http404
    response = render(request, "accounts/mail_item.html", {"letter": found[number]})
    response.headers["Content-Security-Policy"] = POLICY
    return response

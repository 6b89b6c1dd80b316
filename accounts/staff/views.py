"""The mails in files, on pages for staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.auth.guards import View, mail_readers_only
from accounts.mail import dev_mailbox

PER_PAGE = 40
WITH_STYLES = cast(Callable[[View], View], csp_update({"style-src": [UNSAFE_INLINE]}))
"""For the page of a mail, which brings its styles along. The library's type knows no view with arguments."""


@mail_readers_only
@require_safe
def mail_list(request: HttpRequest) -> HttpResponse:
    """The mails, newest first."""
    page = Paginator(dev_mailbox.files(), PER_PAGE).get_page(request.GET.get("page"))
    found = [letter for file in page for letter in reversed(dev_mailbox.letters_of(file))]
    return render(request, "staff/mail_list.html", {"page": page, "letters": found})


@mail_readers_only
@require_safe
@WITH_STYLES
def mail_item(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """One mail, as text and as HTML, which sits in a sandboxed frame that inherits the page's policy.

    Mails bring their styles along; nothing of them runs or fetches anything.
    """
    found = dev_mailbox.letters_of(file)
    if number >= len(found):
        raise Http404
    return render(request, "staff/mail_item.html", {"letter": found[number]})

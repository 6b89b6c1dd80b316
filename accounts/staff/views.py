"""Staff pages that show the mails stored in files."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access.guards import View, staff_only
from accounts.mail import dev_mailbox

PER_PAGE = 40
WITH_STYLES = cast(Callable[[View], View], csp_update({"style-src": [UNSAFE_INLINE]}))
"""Allows inline styles on the page of a mail. The library's type does not allow view arguments."""


def dev_mailbox_only(view: View) -> View:
    """Admit staff on sites that write mails to files. Raise `Http404` on other sites."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not dev_mailbox.in_use():
            raise Http404
        return view(request, *args, **kwargs)

    return staff_only(wrapped)


@dev_mailbox_only
@require_safe
def mail_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(dev_mailbox.files(), PER_PAGE).get_page(request.GET.get("page"))
    found = [mail for file in page for mail in reversed(dev_mailbox.mails_in(file))]
    return render(request, "staff/mail_list.html", {"page": page, "mails": found})


@dev_mailbox_only
@require_safe
@WITH_STYLES
def mail_item(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Show one mail as text and as HTML, in a sandboxed frame that inherits the page's policy.

    Inline styles are allowed, but scripts and requests are not. Raise `Http404` if there is no such mail.
    """
    found = dev_mailbox.mails_in(file)
    if number >= len(found):
        raise Http404
    return render(request, "staff/mail_item.html", {"mail": found[number]})

"""Who may open which of these pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from accounts import letters
from accounts.models import User

View = Callable[..., HttpResponse]


def signed_in(request: HttpRequest) -> User:
    """The row of whoever is signed in, apart from ``request.user``: a refused form may have changed it."""
    return get_object_or_404(User, pk=request.user.pk)


def guests_only(view: View) -> View:
    """For guests; visitors are sent to sign up, full accounts to their settings."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect("account_signup")
        return view(request, *args, **kwargs) if request.user.is_guest else redirect("settings")

    return wrapped


def full_accounts_only(view: View) -> View:
    """Not for guests: they become an account first. Visitors are the view's own business."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("upgrade")
        return view(request, *args, **kwargs)

    return wrapped


def mail_readers_only(view: View) -> View:
    """For staff, and only where mails go to files; to everybody else who is signed in the page does not exist."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not (request.user.is_staff and letters.in_use()):
            raise Http404
        return view(request, *args, **kwargs)

    return login_required(wrapped)

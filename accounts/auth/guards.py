"""Who may open which of these pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.auth.mfa_state import has_second_step, shown_twice
from accounts.mail import dev_mailbox
from accounts.models import User

View = Callable[..., HttpResponse]


def signed_in(request: HttpRequest) -> User:
    """The row of whoever is signed in, apart from ``request.user``: a refused form may have changed it."""
    return get_object_or_404(User, pk=request.user.pk)


@reauthentication_required
def _confirmed(_request: HttpRequest) -> bool:
    return True


def recently_confirmed(request: HttpRequest) -> bool:
    """Whether the password or a second step was asked for lately, so that it need not be asked again."""
    try:
        return bool(_confirmed(request))
    except ReauthenticationRequired:
        return False


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


def confirmed_only(view: View) -> View:
    """For people with a confirmed address: a second step must lock nobody out of an account with his address."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not EmailAddress.objects.filter(user=request.user.pk, verified=True).exists():
            messages.warning(request, _("Confirm your e-mail address first, by the link in the mail we sent to it."))
            return redirect("security")
        return view(request, *args, **kwargs)

    return full_accounts_only(login_required(wrapped))


def at_work(request: HttpRequest) -> bool:
    """Whether staff ask who have taken a second step lately, and so may open staff's pages."""
    user = request.user
    return bool(user.is_authenticated and user.is_active and user.is_staff and shown_twice(request))


def way_to_work(request: HttpRequest) -> HttpResponse:
    """Where staff go first who are not ``at_work``. Raises Http404 for others who are signed in: no such page."""
    back = urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?{back}")
    if not request.user.is_staff:
        raise Http404
    if not has_second_step(request.user):
        messages.warning(request, _("Staff's pages open with a second step alone. Set one up here, then come back."))
        return redirect("security")
    return redirect(f"{_second_step(request)}?{back}")


def _second_step(request: HttpRequest) -> str:
    """Where this person is asked for it: by a code, else by a passkey."""
    ways = get_adapter(request).get_reauthentication_methods(request.user)
    return next(str(way["url"]) for way in ways if way["id"].startswith("mfa"))


def staff_only(view: View) -> View:
    """For pages of staff outside the admin, behind the same door."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if at_work(request) else way_to_work(request)

    return wrapped


def mail_readers_only(view: View) -> View:
    """For staff, and only where mails go to files; elsewhere the page does not exist."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not dev_mailbox.in_use():
            raise Http404
        return view(request, *args, **kwargs)

    return staff_only(wrapped)

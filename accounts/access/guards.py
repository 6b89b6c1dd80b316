"""View decorators and permission checks for pages."""

from collections.abc import Callable
from functools import wraps
from time import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.mfa_state import has_mfa, mfa_recently_used
from accounts.access.rate_limits import View as LimitedView
from accounts.access.rate_limits import limited
from accounts.models import User

View = Callable[..., HttpResponse]


def current_user(request: HttpRequest) -> User:
    """Return a fresh copy of the signed-in user, so that an invalid form doesn't change ``request.user``.

    Raise `Http404` for anonymous visitors.
    """
    return get_object_or_404(User, pk=request.user.pk)


def signed_in_user(request: HttpRequest) -> User:
    """Return ``request.user``. Raise `Http404` for anonymous visitors."""
    if not request.user.is_authenticated:
        raise Http404
    return request.user


def person_or_404(username: str) -> User:
    """Return the user with this user name. Raise `Http404` if there is none, or the account is erased or inactive."""
    if not username.isprintable():  # PostgreSQL raises an error for a NUL
        raise Http404
    return get_object_or_404(User, username=username, is_active=True, erased_at=None)


@reauthentication_required
def _reauthenticated(_request: HttpRequest) -> bool:
    return True


def recently_reauthenticated(request: HttpRequest) -> bool:
    """Return whether the user has recently signed in or reauthenticated, or can't reauthenticate, as a guest."""
    try:
        return bool(_reauthenticated(request))
    except ReauthenticationRequired:
        return False


def recently_signed_in(request: HttpRequest) -> bool:
    """Return whether the user has signed in recently enough to count as reauthenticated."""
    records = get_authentication_records(request, request.user)
    return any(time() - record["at"] < app_settings.REAUTHENTICATION_TIMEOUT for record in records)


def signed_in_form(action: str) -> Callable[[LimitedView], LimitedView]:
    """Decorate a page with a form for signed-in users: never cached, its POSTs limited by ``action``."""

    def decorate(view: LimitedView) -> LimitedView:
        return never_cache(login_required(require_http_methods(["GET", "HEAD", "POST"])(limited(action)(view))))

    return decorate


def signed_in_post(action: str) -> Callable[[LimitedView], LimitedView]:
    """Decorate a POST-only view for signed-in users, limited by ``action``."""

    def decorate(view: LimitedView) -> LimitedView:
        return login_required(require_POST(limited(action)(view)))

    return decorate


def guests_only(view: View) -> View:
    """Admit guests; redirect anonymous visitors to sign-up, and full accounts to their settings."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect(passthrough_next_redirect_url(request, reverse("account_signup"), REDIRECT_FIELD_NAME))
        return view(request, *args, **kwargs) if request.user.is_guest else redirect("settings")

    return wrapped


def full_accounts_only(view: View) -> View:
    """Redirect guests to the page that upgrades their account. Anonymous visitors are left to the view."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect(passthrough_next_redirect_url(request, reverse("upgrade"), REDIRECT_FIELD_NAME))
        return view(request, *args, **kwargs)

    return wrapped


def verified_email_only(view: View) -> View:
    """Admit users with a confirmed address. Redirect guests to the upgrade page, other users to the security page.

    Without this check, a user could set up MFA with another person's address and lock out its real owner.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not EmailAddress.objects.filter(user=request.user.pk, verified=True).exists():
            messages.warning(request, _("Confirm your e-mail address first: the link is in the e-mail we sent you."))
            return redirect("security")
        return view(request, *args, **kwargs)

    return full_accounts_only(login_required(wrapped))


def is_verified_staff(request: HttpRequest) -> bool:
    """Return whether the user is staff and has recently used a second factor, as staff pages require."""
    user = request.user
    return bool(user.is_authenticated and user.is_active and user.is_staff and mfa_recently_used(request))


def redirect_to_staff_login(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in, MFA setup or the second factor, whichever is missing.

    Raise `Http404` for signed-in users who are not staff, to hide the page.
    """
    back = urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?{back}")
    if not request.user.is_staff:
        raise Http404
    if not has_mfa(request.user):
        messages.warning(request, _("Staff pages need a second step at sign-in. Set one up here, then come back."))
        return redirect("security")
    return redirect(f"{_mfa_reauthentication_url(request)}?{back}")


def _mfa_reauthentication_url(request: HttpRequest) -> str:
    """Return the URL of the page where the user reauthenticates by code or, without TOTP, by passkey."""
    ways = get_adapter(request).get_reauthentication_methods(request.user)
    return next(str(way["url"]) for way in ways if way["id"].startswith("mfa"))


def staff_only(view: View) -> View:
    """Admit staff to a page outside the admin, under the same conditions as the admin itself."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if is_verified_staff(request) else redirect_to_staff_login(request)

    return wrapped

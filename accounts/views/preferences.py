"""How somebody likes it: the settings page and the theme switch of every page."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import signed_in
from accounts.forms import PreferencesForm
from accounts.models import User

THEME_COOKIE = "theme"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change what the signed-in person has chosen."""
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=signed_in(request))
    if request.method == "POST" and form.is_valid():
        person = form.save()
        messages.success(request, _("Your settings are saved."))
        return remember_theme(redirect("settings"), person.theme)
    context = {
        "form": form,
        "addresses": EmailAddress.objects.filter(user=request.user).order_by("-primary", "email"),
    }
    return render(request, "accounts/settings.html", context, status=422 if form.errors else 200)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark or as the system: kept with the person, and in a cookie for visitors. Anything else is the system."""
    chosen = request.POST.get("theme", "")
    chosen = chosen if chosen in User.Theme.values else ""
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=chosen)
    return remember_theme(redirect(_back(request)), chosen)


def remember_theme(response: HttpResponse, chosen: str) -> HttpResponse:
    """The response, with the cookie that tells base.html the theme of somebody who is not signed in."""
    if not chosen:
        response.delete_cookie(THEME_COOKIE)
        return response
    age, secure = settings.SESSION_COOKIE_AGE, settings.SESSION_COOKIE_SECURE
    response.set_cookie(THEME_COOKIE, chosen, max_age=age, secure=secure, httponly=True, samesite="Lax")
    return response


def _back(request: HttpRequest) -> str:
    """The page of ours from which somebody came, else the front page."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    # What has no slash in front could be taken for the name of an address, which may not exist.
    return page if ours and page.startswith("/") else resolve_url("front")

"""The settings page, and the theme and language switches on every page."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.guards import current_user
from accounts.access.rate_limits import limited
from accounts.models import User
from accounts.profile.context_processors import THEME_COOKIE
from accounts.profile.forms import NameForm, PreferencesForm
from accounts.profile.preference_cookies import remember


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("settings")
def preferences(request: HttpRequest) -> HttpResponse:
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=current_user(request))
    if request.method == "POST" and form.is_valid():
        person = form.save()
        with translation.override(person.language or translation.get_language()):
            messages.success(request, _("Your settings are saved."))
        response = remember(redirect("settings"), settings.LANGUAGE_COOKIE_NAME, person.language)
        return remember(response, THEME_COOKIE, person.theme)
    context = {
        "form": form,
        "addresses": EmailAddress.objects.filter(user=request.user).order_by("-primary", "email"),
    }
    return render(request, "profile/settings.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("settings")
def choose_name(request: HttpRequest) -> HttpResponse:
    """Show the form for the display name. On POST, save the name and redirect to ``next``."""
    form = NameForm(request.POST if request.method == "POST" else None, instance=current_user(request))
    if request.method == "POST" and form.is_valid():
        person = form.save()
        messages.success(request, _("Others now see you as %(name)s.") % {"name": person.shown_name})
        return redirect(_next_url(request))
    context = {"form": form, "next": _next_url(request)}
    return render(request, "profile/choose_name.html", context, status=422 if form.errors else 200)


@require_POST
@limited("settings")
def theme(request: HttpRequest) -> HttpResponse:
    """Set the theme, for the user and in a cookie. Values other than light or dark follow the system."""
    chosen = request.POST.get("theme", "")
    chosen = chosen if chosen in User.Theme.values else ""
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=chosen)
    return remember(redirect(_next_url(request)), THEME_COOKIE, chosen)


@require_POST
@limited("settings")
def language(request: HttpRequest) -> HttpResponse:
    """Set the language, for the user and in a cookie. Ignore an unknown language."""
    chosen, response = request.POST.get("language", ""), redirect(_next_url(request))
    if chosen not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    return remember(response, settings.LANGUAGE_COOKIE_NAME, chosen)


def _next_url(request: HttpRequest) -> str:
    """Return the posted ``next`` with the browser's query string, or the front page if it isn't a page of this site."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    # Without a leading slash, redirect() could take it for a URL name that may not exist.
    return page + _query_at(request, page) if ours and page.startswith("/") else resolve_url("front")


def _query_at(request: HttpRequest, page: str) -> str:
    """Return the query string with which the browser opened this page, or an empty string if it came from another page.

    The query string is read from the Referer: pages with secret keys must not repeat their URL, or the compressed
    length would reveal whether a guessed key matches.
    """
    address, mark, query = request.headers.get("Referer", "").partition("?")
    return mark + query if address == request.build_absolute_uri(page) else ""

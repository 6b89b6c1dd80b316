"""The search on the back office's first page, for users, tables and reports."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access.guards import current_user
from accounts.friends.friendships import user_by_name
from accounts.models import User
from games.models import Game, Report


def find(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of the user, table or report that ``q`` identifies, else to a list filtered by ``q``.

    If nothing matches, redirect to the first page, with a warning.
    """
    term, by = request.GET.get("q", "").strip(), current_user(request)
    if not term.isprintable() or not term:
        return redirect("admin:index")
    if place := _page(by, term) or _list(by, term):
        return redirect(place)
    messages.warning(request, _("Nothing found for “%(term)s”.") % {"term": term})
    return redirect("admin:index")


def _page(by: User, term: str) -> str:
    if (person := user_by_name(term)) is not None:
        if by.has_perm("games.view_report"):
            return reverse("admin:games_report_person", args=[person.username])
        if by.has_perm("accounts.view_user"):
            return reverse("admin:accounts_user_change", args=[person.pk])
        return reverse("profile", args=[person.username])
    if by.has_perm("games.view_game") and (game := Game.objects.filter(public_id=term).first()):
        return reverse("admin:games_game_desk", args=[game.pk])
    number = term.removeprefix("#")
    if number.isdecimal() and by.has_perm("games.view_report") and Report.objects.filter(pk=number).exists():
        return reverse("admin:games_report_change", args=[int(number)])
    return ""


def _list(by: User, term: str) -> str:
    """Return the URL of the tables or users that match the term, or an empty string without permission."""
    for right, model in (("games.view_game", "games_game"), ("accounts.view_user", "accounts_user")):
        if by.has_perm(right) and (model == "accounts_user" or Game.objects.filter(name__icontains=term).exists()):
            return f"{reverse(f'admin:{model}_changelist')}?{urlencode({'q': term})}"
    return ""

"""The lobby, opening a table, and invitation links."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.rate_limits import limited
from accounts.auth.guests import user_or_guest
from accounts.models.pagination import BoundedPaginator
from games import play
from games.core.access import seat_of
from games.lobby.forms import COMPANY, GuestForm, LobbyFilter, OpenTableForm, chosen_rules
from games.lobby.lengths import lengths_to_come
from games.lobby.my_tables.my_tables import OPENED_INVITATION
from games.lobby.open_seats import tables_with_vacancies, vacancies
from games.lobby.open_tables import offers, open_tables
from games.lobby.running_tables import watch_list
from games.lobby.time_controls import PRESETS
from games.lobby.views.seats import invitation_page, take_seat
from games.models import Game
from games.presentation.view_model import with_players
from games.rules import RULES
from games.rules.game import Rules

TABLES_A_PAGE = 20
TABLES_LISTED = 200
"""Maximum number of tables listed; only the filter finds older ones."""
TABLES_WITH_VACANCIES = 20
TABLES_TO_WATCH = 6


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open public tables that match the filter, and the vacant seats of running games.

    The first page without a filter also shows games to watch.
    """
    chosen = LobbyFilter(request.GET)
    tables = with_players(chosen.apply(open_tables(request.user)))
    page = BoundedPaginator(tables, TABLES_A_PAGE, TABLES_LISTED).get_page(request.GET.get("page"))
    is_start = page.number == 1 and not chosen.has_changed()
    context = {
        "filter": chosen,
        "page": page,
        "offers": offers(page, request.user),
        "vacancies": vacancies(tables_with_vacancies(request.user)[:TABLES_WITH_VACANCIES], request.user),
        "watch_list": watch_list(request.user, TABLES_TO_WATCH) if is_start else "",
        "games": RULES.values(),
    }
    return render(request, "lobby/lobby.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("guest", anonymous_only=True)
@limited("open_table")
def open_table(request: HttpRequest) -> HttpResponse:
    """Show the form for a table of the game in the parameter ``game``, by default the first; POST opens the table.

    A visitor becomes a guest.
    """
    forms = _forms(request, chosen_rules(request.GET))
    form, guest = forms["form"], forms["guest"]
    if request.method == "POST" and form.is_valid() and guest.is_valid():
        try:
            return redirect(_opened(request, form, guest))
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
    return render(request, "lobby/open_table.html", forms, status=422 if request.method == "POST" else 200)


def _forms(request: HttpRequest, rules: Rules) -> dict[str, Any]:
    user, data = request.user, request.POST if request.method == "POST" else None
    name = _("%(name)s’s table") % {"name": user.shown_name} if user.is_authenticated else _("A new table")
    friends = request.GET.get("with") == "friends"
    form, guest = OpenTableForm(rules, name, data, friends=friends), GuestForm(data)
    context = {"form": form, "guest": guest, "rules": rules, "games": RULES.values()}
    return context | {
        "presets": PRESETS,
        "company": COMPANY,
        "friends": friends,
        "lengths": lengths_to_come(rules),
    }


def _opened(request: HttpRequest, form: OpenTableForm, guest: GuestForm) -> Game:
    with user_or_guest(request, guest.cleaned_data["guest_name"]) as host:
        return play.open_table(host, entropy=request.POST.get("entropy", ""), **form.table())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("guest", anonymous_only=True)
@limited("join")
def invited(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show the table of an invitation link; redirect players who have a seat there to the table. POST takes a seat."""
    if not invitation.isprintable():  # PostgreSQL rejects NUL in parameters
        raise Http404
    game = get_object_or_404(Game, invitation=invitation)
    if request.method == "POST":
        return take_seat(request, game, request.path)
    if seat_of(game, request.user) is not None:
        return redirect(game)
    if not request.user.is_authenticated:
        request.session[OPENED_INVITATION] = invitation
    return invitation_page(request, game, request.path)

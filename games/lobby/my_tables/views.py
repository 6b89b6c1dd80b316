"""My tables, the next table that waits for the user, and the number of waiting tables."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access.guards import signed_in_user
from games.core.waiting_tables import tables_waiting_for, to_move
from games.lobby.my_tables.my_tables import OPENED_INVITATION, MyTables, invitations, my_tables, opened_invitation
from games.models import Vacation
from games.models.read_transaction import snapshot
from games.notifications.contact.preference import question
from games.rules import RULES
from games.stats.game_list import games_with_players, result
from games.stats.packed_history import finished
from games.vacations.page import pending_requests

RESULTS_ON_HOME = 10


@never_cache
@login_required
@require_safe
@snapshot()
def home(request: HttpRequest) -> HttpResponse:
    """Show My tables: first those where the user is to move, by deadline, then the other tables and results."""
    user = signed_in_user(request)
    over, tables = finished(user, RESULTS_ON_HOME), my_tables(user)
    context = {
        "tables": tables,
        "games": RULES.values(),
        "invitations": invitations(user) + opened_invitation(user, request.session.get(OPENED_INVITATION)),
        "requests": pending_requests(user),
        "vacation": user.vacations.filter(state=Vacation.State.ON).first(),
        "results": [result(game, game.seated, user) for game in games_with_players(over.latest)],
        "played": over.number,
        "tell": question(user) if _plays_with_people(tables) else None,
    }
    return render(request, "lobby/my_tables/my_tables.html", context)


@never_cache
@login_required
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the most urgent table where it is the user's turn, except ``from``, or else to My tables."""
    elsewhere = to_move(signed_in_user(request)).exclude(game__public_id=request.GET.get("from", "").replace("\0", ""))
    seat = elsewhere.select_related("game").first()
    if seat is not None:
        return redirect(seat.game)
    messages.info(request, _("No other table is waiting for you."))
    return redirect("home")


def _plays_with_people(tables: MyTables) -> bool:
    """Return whether the user plays with other people at a running table, or has a table that has not started."""
    games: list[Any] = [table.game for table in (*tables.to_move, *tables.substituted, *tables.others_to_move)]
    people = (sum(player.user_id is not None for player in game.seated) for game in games)
    return bool(tables.open) or any(number > 1 for number in people)


@never_cache
@require_safe
def waiting(request: HttpRequest) -> JsonResponse:
    """Return as JSON how many tables wait for the user, as a number and as text; every open page polls this view."""
    count = tables_waiting_for(request.user)
    says = ngettext("%(n)s table waiting", "%(n)s tables waiting", count) % {"n": count}
    return JsonResponse({"waiting": count, "says": says})

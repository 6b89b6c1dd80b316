"""The pace of computer players."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.access.guards import signed_in_user
from accounts.access.rate_limits import limited
from games.core.access import my_seat_or_404
from games.http import HtmxRequest
from games.table.views.table import show


@require_POST
@limited("settings")
def set_pace(request: HtmxRequest, table: str) -> HttpResponse:
    """Store whether computer players pause before they move, for all of the user's tables.

    ``pace=pause`` in the form turns the pauses on, any other value turns them off.
    """
    me = my_seat_or_404(table, request.user)
    user = signed_in_user(request)
    user.unhurried_computers = request.POST.get("pace") == "pause"
    user.save(update_fields=["unhurried_computers"])
    return show(request, table) if request.htmx else redirect(me.game)

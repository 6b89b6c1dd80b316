"""Giving and cancelling standing orders."""

from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from games import play
from games.core.access import own_seat_or_404
from games.http import HtmxRequest
from games.table.views.table import changes_game


@require_POST
@limited("standing_order")
@changes_game
def give(request: HtmxRequest, table: str) -> play.Changed:
    """Give the standing order in the field ``order``: its name, a space, and its value."""
    name, _space, value = request.POST.get("order", "").partition(" ")
    return play.give_order(own_seat_or_404(table, request.user), name, value)


@require_POST
@limited("standing_order")
@changes_game
def cancel(request: HtmxRequest, table: str) -> play.Changed:
    """Cancel the standing order whose name is in the field ``order``."""
    return play.cancel_order(own_seat_or_404(table, request.user), request.POST.get("order", ""))

"""Standing orders: giving and cancelling one's own."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from games import play
from games.access import own_seat_or_404
from games.table.views.table import HtmxRequest, change


@require_POST
@limited("order")
def give(request: HtmxRequest, table: str) -> HttpResponseBase:
    """Let an order stand: the field ``order`` holds its name and, after a space, what is to be done."""
    me = own_seat_or_404(table, request.user)
    name, _space, value = request.POST.get("order", "").partition(" ")
    return change(request, me, lambda: play.give_order(me, name, value))


@require_POST
@limited("order")
def cancel(request: HtmxRequest, table: str) -> HttpResponseBase:
    """Drop the order whose name the field ``order`` holds."""
    me = own_seat_or_404(table, request.user)
    return change(request, me, lambda: play.cancel_order(me, request.POST.get("order", "")))

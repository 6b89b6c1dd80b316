"""Playing on together: the choice to be seen, calling the others, and hiding the strip for this visit."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.access.guards import signed_in_user
from accounts.access.rate_limits import limited
from accounts.models import User
from games.core import presence, together
from games.core.access import my_seat_or_404, table_access_or_404
from games.core.viewer import Viewer
from games.http import HtmxRequest
from games.table.page import STRIP_COOKIE
from games.table.views.table import show

A_VISIT = timedelta(hours=3)
"""How long the strip stays away after *Not now*."""


@require_POST
@limited("settings")
def choose_presence(request: HtmxRequest, table: str) -> HttpResponse:
    """Store whether the people at all of the user's tables see their presence: with ``shown=tables`` they do."""
    me = my_seat_or_404(table, request.user)
    user = signed_in_user(request)
    audience = User.PresenceAudience
    user.presence_shown_to = audience.TABLES if request.POST.get("shown") == audience.TABLES else audience.NOBODY
    user.save(update_fields=["presence_shown_to"])
    presence.announce(me)
    request.viewer = Viewer(request, table)
    return show(request, table) if request.htmx else redirect(me.game)


@require_POST
@limited("call")
def call_players(request: HtmxRequest, table: str) -> HttpResponse:
    """Call those who are away, as far as the user may see them; within an hour of the last call, do nothing."""
    user = signed_in_user(request)
    me = my_seat_or_404(table, user)
    game, players, _me = table_access_or_404(table, user)
    together.call(game, players, me, user)
    return show(request, table) if request.htmx else redirect(me.game)


@require_POST
@limited("settings")
def hide_strip(request: HtmxRequest, table: str) -> HttpResponse:
    """Hide the strip at this table for this visit; the table still plays on at once."""
    me = my_seat_or_404(table, request.user)
    request.COOKIES[STRIP_COOKIE] = "1"
    response = show(request, table) if request.htmx else redirect(me.game)
    response.set_cookie(
        STRIP_COOKIE,
        "1",
        max_age=A_VISIT,
        path=me.game.get_absolute_url(),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response

"""Links in mails: opening one shows the table; confirming it lets the browser play the seat."""

import re
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.rate_limits import limited
from games.core import seat_links
from games.core.access import table_access_or_404
from games.models.read_transaction import snapshot
from games.table.page import context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("email_link", count_reads=True)
def open_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the table of a link without changing anything; on POST, let this browser play the seat."""
    try:
        link = seat_links.read(token)
    except seat_links.BadToken:
        return render(request, "table/link_expired.html", {"altered": True}, status=404)
    except seat_links.ExpiredToken:
        return render(request, "table/link_expired.html", status=410)
    if request.user == link.user:
        return _onward(request, link)
    if request.user.is_authenticated:
        return render(request, "table/link_expired.html", {"elses": link.user}, status=403)
    if request.method == "POST":
        seat_links.grant(request, link)
    if seat_links.is_granted(request, link):
        return _onward(request, link)
    return seat_links.localized_response(link.user, request, partial(_shown, request, link))


def _onward(request: HttpRequest, link: seat_links.Link) -> HttpResponse:
    """Redirect to the table, or to its replay from the move in the parameter ``watch``."""
    game, move = link.player.game, request.GET.get("watch", "")
    if re.fullmatch("[0-9]{1,6}", move):
        return redirect(f"{reverse('replay', args=[game.public_id])}?at={move}&play=1")
    return redirect(game)


@snapshot()
def _shown(request: HttpRequest, link: seat_links.Link) -> HttpResponse:
    shown = context(
        table_access_or_404(link.player.game.public_id, link.user), link.user, request.GET.dict(), seat_only=True
    )
    return render(request, "table/table.html", shown | {"link": link})


@require_POST
@limited("email_link")
def revoke(request: HttpRequest, table: str) -> HttpResponse:
    """Revoke this browser's permission to play the seat."""
    seat_links.revoke(request, table)
    return redirect("front")

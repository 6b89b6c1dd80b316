"""Following the link in a mail: the table is shown, and played from after one press."""

from __future__ import annotations

import re
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.rate_limits import limited
from games.access import look_or_404
from games.models.read_transaction import snapshot
from games.notifications import seat_links
from games.table.page import context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("link", reading=True)
def go(request: HttpRequest, token: str) -> HttpResponseBase:
    """A look changes nothing; a press gives this browser a pass for the one seat."""
    try:
        link = seat_links.read(token)
    except seat_links.Altered:
        return render(request, "table/link_expired.html", {"altered": True}, status=404)
    except seat_links.Ended:
        return render(request, "table/link_expired.html", status=410)
    if request.user == link.user:
        return _onward(request, link)
    if request.user.is_authenticated:
        return render(request, "table/link_expired.html", {"elses": link.user}, status=403)
    if request.method == "POST":
        seat_links.grant(request, link)
    if seat_links.is_granted(request, link):
        return _onward(request, link)
    return seat_links.answered(link.user, request, partial(_shown, request, link))


def _onward(request: HttpRequest, link: seat_links.Link) -> HttpResponse:
    """To the table, or to its replay from the move on that the mail's recap begins with."""
    game, move = link.player.game, request.GET.get("watch", "")
    if re.fullmatch("[0-9]{1,6}", move):
        return redirect(f"{reverse('replay', args=[game.table])}?at={move}&play=1")
    return redirect(game)


@snapshot()
def _shown(request: HttpRequest, link: seat_links.Link) -> HttpResponse:
    """The table as the link's seat sees it, with nothing on it that can be pressed."""
    shown = context(look_or_404(link.player.game.table, link.user), link.user, request.GET.dict(), alone=True)
    return render(request, "table/table.html", shown | {"link": link})


@require_POST
@limited("link")
def put_away(request: HttpRequest, table: str) -> HttpResponse:
    """This browser no longer plays the seat."""
    seat_links.put_away(request, table)
    return redirect("front")

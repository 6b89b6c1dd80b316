"""The table: page and refetched fragment, moves, undo, resigning, the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_htmx.middleware import HtmxDetails

from accounts.access.rate_limits import limited
from games import play
from games.access import look_or_404, may_watch, my_seat_or_404, seat_of, table_or_404
from games.models import Game, Incident, Player
from games.models.read_transaction import snapshot
from games.notifications import seat_links
from games.notifications.presence import looking
from games.table.forms import MoveForm
from games.table.live_region import just_done
from games.table.log import interleaved
from games.table.narration import Told, grouped
from games.table.page import context, refusal_text
from games.table.view_model import narrator_of, told

MOVES_A_PAGE = 60


class HtmxRequest(HttpRequest):
    """A request as the middleware hands it on: with a user, who may be nobody, and what htmx says."""

    htmx: HtmxDetails
    user: Any


@never_cache
@require_GET
@looking
@seat_links.as_acting
def table(request: HtmxRequest, table: str) -> HttpResponse:
    """The whole page, or for htmx the part that changes."""
    return show(request, table)


@never_cache
@require_GET
@looking
def version(request: HtmxRequest, table: str) -> JsonResponse:
    """The table's version, and for players and spectators how far their talk is: for pages whose socket is blocked."""
    game = table_or_404(table, seat_links.acting(request, table))
    me, heard = seat_of(game, request.user), {}
    if me is not None:
        heard = {"talk": game.talk}
    elif may_watch(game, request.user, me):
        heard = {"gallery": game.gallery}
    return JsonResponse({"version": game.version} | heard)


@require_POST
@seat_links.as_acting
@limited("move")
def move(request: HtmxRequest, table: str) -> HttpResponseBase:
    """Make a move, or keep it as a draft."""
    user = seat_links.acting(request, table)
    me = my_seat_or_404(table, user)
    form = MoveForm(request.POST, me.game.rules.PIECES)
    if not form.is_valid():
        return show(request, table, form.first_error(), 422)
    text, version = form.cleaned_data["move"], form.cleaned_data["version"]
    return change(request, me, lambda: play.move(me, text, version, user), text)


@require_POST
@seat_links.as_acting
@limited("move")
def undo(request: HtmxRequest, table: str) -> HttpResponseBase:
    """Take the last draft back."""
    user = seat_links.acting(request, table)
    me = my_seat_or_404(table, user)
    return change(request, me, lambda: play.undo(me, request.POST.get("version", ""), user))


@require_POST
@limited("move")
def resign(request: HtmxRequest, table: str) -> HttpResponseBase:
    """Leave the running game for good."""
    me = my_seat_or_404(table, request.user)
    return change(request, me, lambda: play.resign(me, request.POST.get("version", ""), request.user))


@never_cache
@require_GET
@seat_links.as_acting
@snapshot()
def log(request: HtmxRequest, table: str) -> HttpResponse:
    """Every event in words, the newest page last; as this viewer may know them."""
    user = seat_links.acting(request, table)
    game, players, me = look_or_404(table, user)
    pages = Paginator(game.moves.order_by("number"), MOVES_A_PAGE)
    page = pages.get_page(request.GET.get("page", pages.num_pages))
    narrator = narrator_of(game, players, me.seat if me else None)
    moves = told(page.object_list, players, me)
    groups = interleaved(grouped(moves, narrator), _beside(game, moves, page.has_next()), narrator)
    return render(
        request, "table/log.html", {"game": game, "rules": game.rules, "page": page, "turns": groups, "full": True}
    )


def _beside(game: Game, moves: Sequence[Told], more: bool) -> QuerySet[Incident]:
    """What has happened beside these moves; ``more``: others follow."""
    happened = game.incidents.filter(after__gte=moves[0].number if moves else 0).order_by("pk")
    return happened.filter(after__lte=moves[-1].number) if more else happened


def change(request: HtmxRequest, me: Player, act: Callable[[], Game], done: str = "") -> HttpResponseBase:
    """Do it and show the table anew, or say why not, with the table as it is. ``done``: the move that is made."""
    try:
        game = act()
    except play.Refused as refused:
        return show(request, me.game.table, refusal_text(me.game, me, refused), refused.status)
    if not request.htmx:
        return HttpResponse(status=303, headers={"Location": game.get_absolute_url()})
    return show(request, game.table, done=done)


@snapshot()
def show(
    request: HtmxRequest, table: str, refusal: str | None = None, status: int = 200, *, done: str = "", **typed: str
) -> HttpResponse:
    """The table as this visitor may see it now, under ``status``; 404 if they may not.

    ``done`` is the move that this visitor has just made, to be said aloud. ``typed`` is what they wrote
    and what can't be kept as it is, by the name that the template knows.
    """
    user = seat_links.acting(request, table)
    alone = user != request.user
    asked = request.GET if request.method == "GET" else request.POST
    ask = {name: " ".join(asked.getlist(name)) for name in asked}
    template = "table/_table.html" if request.htmx else "table/table.html"
    shown = context(look_or_404(table, user), user, ask, alone=alone)
    shown |= {"refusal": refusal, "by_link": user if alone else None}
    if done:
        shown |= just_done(shown, done)
    return render(request, template, shown | typed, status=status)

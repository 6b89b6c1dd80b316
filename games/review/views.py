"""A seat's Review of its finished game: the request, its progress, and the result."""

import logging
from contextlib import suppress
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from accounts.access.guards import current_user, signed_in_user
from accounts.access.rate_limits import limited
from games.core.access import is_closed, own_seat_or_404
from games.http import HtmxRequest
from games.models import Game, Player, Review
from games.play import Refused
from games.replay.verification import ReplayMismatch
from games.review.loss import loss_of
from games.review.page import review_page
from games.review.queue import place_in_queue
from games.review.report import from_json
from games.review.requests import request_review, review_of, reviews_left, why_none
from games.stats.game_list import outcome_text

log = logging.getLogger(__name__)


@limited("review")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HtmxRequest, table: str) -> HttpResponse:
    """Show the Review of the user's own seat, or its progress; POST requests it. Raise `Http404` for other users."""
    me = own_seat_or_404(table, request.user)
    if request.method == "POST":
        try:
            request_review(current_user(request), me)
        except Refused as refused:
            return _shown(request, me, str(refused.message), refused.status)
        return redirect("review", table)
    return _shown(request, me)


@limited("review")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def why_lost(request: HtmxRequest, table: str) -> HttpResponse:
    """Show why the user lost, as a fragment of the final page; POST requests the Review.

    Without htmx, redirect to the Review. Raise `Http404` unless it is the user's own seat.
    """
    me = own_seat_or_404(table, request.user)
    if not request.htmx:
        return redirect("review", table)
    if request.method == "POST":
        with suppress(Refused):
            request_review(current_user(request), me)
    context = {"loss": loss_of(request.user, me), "game": me.game}
    return render(request, "review/_loss.html", context, using="fragments")


def _shown(request: HtmxRequest, me: Player, refusal: str = "", status: int = 200) -> HttpResponse:
    game, found = me.game, review_of(me)
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    context = {"game": game, "rules": game.rules, "me": me, "sentence": _sentence(game, players, me)}
    if found is not None and found.status == Review.Status.DONE:
        return _made(request, game, players, me, found, context)
    context |= _progress(request, me, found)
    if request.htmx and not context["under_way"]:
        return HttpResponseClientRefresh()
    said = "" if context["why_none"] else refusal  # the page shows that reason anyway
    return render(request, "review/pending.html", context | {"refusal": said}, status=status)


def _progress(request: HtmxRequest, me: Player, found: Review | None) -> dict[str, Any]:
    reason = why_none(me.game)
    under_way = found is not None and found.status != Review.Status.FAILED
    return {
        "review": found,
        "why_none": reason,
        "under_way": under_way,
        "ahead": place_in_queue(found) if found and under_way else 0,
        "left": reviews_left(signed_in_user(request)) if reason is None and not under_way else None,
    }


def _sentence(game: Game, players: list[Player], me: Player) -> str:
    return outcome_text(game, players, me.seat) if is_closed(game) else ""


def _made(
    request: HtmxRequest, game: Game, players: list[Player], me: Player, found: Review, context: dict[str, Any]
) -> HttpResponse:
    if request.htmx:  # the pending page
        return HttpResponseClientRefresh()
    assert found.report is not None, "a Review that is made has one"
    try:
        shown = review_page(game, players, me, from_json(found.report))
    except ReplayMismatch as mismatch:
        log.error("no review of table %s: its moves don't give its %s", game.public_id, mismatch.place)
        return render(request, "replay/replay_broken.html", context, status=409)
    return render(request, "review/review.html", context | {"shown": shown})

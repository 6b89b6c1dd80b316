"""The replay of a game, one move after another."""

from __future__ import annotations

import logging

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models.read_transaction import snapshot
from games.replay.replay_page import watch
from games.replay.verification import Differs
from games.table.viewer import localized_for_viewer
from games.table.views.table import HtmxRequest

log = logging.getLogger(__name__)


@never_cache
@require_safe
@localized_for_viewer
@snapshot()
def replay(request: HtmxRequest, table: str) -> HttpResponse:
    """The game after the move ``at``, as this visitor was allowed to know it; for htmx the part that changes."""
    game = request.viewer.game_or_404()
    if game.started_at is None:
        return redirect(game)
    me = request.viewer.seat
    common = {"game": game, "rules": game.rules, "me": me}
    try:
        watched = watch(game, me, request.GET.dict())
    except Differs as differs:
        log.error("no replay of table %s: its moves don't give its %s", game.table, differs.place)
        return render(request, "replay/replay_broken.html", common, status=409)
    template = "replay/_replay.html" if request.htmx else "replay/replay.html"
    context = common | {"watched": watched, "playing": "play" in request.GET}
    return render(request, template, context)

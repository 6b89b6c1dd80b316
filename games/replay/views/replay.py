"""The replay of a game, move by move."""

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from games.core.replica import from_replica, is_closed_there
from games.core.viewer import localized_for_viewer
from games.http import SHARED_FOR, HtmxRequest
from games.models import Game, Player
from games.models.read_transaction import snapshot
from games.replay.panels import panels_for
from games.replay.playback import Playback, playback_since, replay_since
from games.replay.replay_page import position, replay_for
from games.replay.verification import ReplayMismatch

log = logging.getLogger(__name__)

NEVER = 10**9
"""A number larger than any move's, so that no move follows."""


@never_cache
@require_safe
@localized_for_viewer
@from_replica(only=is_closed_there)
@snapshot()
def replay(request: HtmxRequest, table: str) -> HttpResponse:
    """Show the game after the move ``at``, redacted for this viewer; for htmx, only the part that changes.

    Redirect to the table if the game has not started. Answer 409 if the replay fails.
    """
    game = request.viewer.game_or_404()
    if game.started_at is None:
        return redirect(game)
    me = request.viewer.seat
    context = {"game": game, "rules": game.rules, "me": me, "playing": "play" in request.GET}
    try:
        context["replay"] = shown = replay_for(game, me, request.GET.dict())
        context |= panels_for(request, game, shown)
    except ReplayMismatch as mismatch:
        log.error("no replay of table %s: its moves don't give its %s", game.public_id, mismatch.place)
        return render(request, "replay/replay_broken.html", context, status=409)
    if request.htmx:
        return render(request, "replay/_replay.html", context, using="fragments")
    return render(request, "replay/replay.html", context)


@never_cache
@require_safe
@localized_for_viewer
@snapshot()
def steps(request: HtmxRequest, table: str) -> HttpResponse:
    """Return the playback of the moves after ``since`` for the table page, redacted for this viewer.

    Raise `Http404` if the game has not started. Answer 409 if the replay fails.
    """
    game, me = request.viewer.game_or_404(), request.viewer.seat
    if game.started_at is None:
        raise Http404
    since = position(request.GET.get("since", ""), NEVER, NEVER)
    return _answered(game, lambda: _since(game, me, since) if me else _shared(game, since))


@never_cache
@require_safe
@localized_for_viewer
@from_replica(only=is_closed_there)
@snapshot()
def replay_steps(request: HtmxRequest, table: str) -> HttpResponse:
    """Return the playback of the replay's moves after ``since``, redacted like the replay.

    Errors are the same as in ``steps``.
    """
    game, me = request.viewer.game_or_404(), request.viewer.seat
    if game.started_at is None:
        raise Http404
    at = position(request.GET.get("since", ""), NEVER, 0)
    reveal_all = request.GET.get("cards") == "up"
    return _answered(game, lambda: _rendered(game, replay_since(game, me, at, reveal_all=reveal_all), in_replay=True))


def _answered(game: Game, steps: Callable[[], str]) -> HttpResponse:
    try:
        return HttpResponse(steps())
    except ReplayMismatch as mismatch:
        log.error("nothing of table %s can be played: its moves don't give its %s", game.public_id, mismatch.place)
        return HttpResponse(status=409)


def _since(game: Game, me: Player | None, since: int) -> str:
    return _rendered(game, playback_since(game, me, since), in_replay=False)


def _rendered(game: Game, playback: Playback, *, in_replay: bool) -> str:
    context = {"game": game, "rules": game.rules, "playback": playback, "in_replay": in_replay}
    return str(render_to_string("replay/_steps.html", context, using="fragments"))


def _shared(game: Game, since: int) -> str:
    """Return the playback for spectators, which is cached because they all see the same."""
    key = f"steps:{game.public_id}:{game.version}:{since}:{get_language()}"
    try:
        return str(cache.get_or_set(key, lambda: _since(game, None, since), SHARED_FOR))
    except RedisError:  # games continue without Redis
        return _since(game, None, since)

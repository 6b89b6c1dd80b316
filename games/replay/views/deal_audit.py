"""Fair dealing: a game's record, the deal check in the browser, and the explanation."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.access import is_closed, seat_of, table_or_404
from games.core.replica import from_replica, is_closed_there
from games.models import Game, Player
from games.models.read_transaction import snapshot
from games.presentation.view_model import narrator_of, seat_infos
from games.replay import records
from games.replay.deal_audit import browser_data, deal_of, hands_context, packs_context
from games.rules.record import write


def _players(game: Game) -> list[Player]:
    return list(game.players.select_related("user").order_by("seat", "pk"))


@never_cache
@require_safe
@from_replica(only=is_closed_there)
@snapshot()
def record(request: HttpRequest, table: str) -> HttpResponse:
    """Download the game's record; while the game runs, without hidden information (records.md 2.3).

    Answer 404 with the reason if the game has not started or began from a position.
    """
    game = table_or_404(table, request.user)
    if game.started_at is None:
        return _no_record(_("There’s no record of this game yet: it hasn’t started."))
    if not game.was_dealt:
        return _no_record(_("There’s no record of this game: it began from a position, not with a deal."))
    me = seat_of(game, request.user)
    text = write(records.of_game(game, _players(game), me.seat if me else None))
    headers = {"Content-Disposition": f'attachment; filename="{game.public_id}.record.json"'}
    return HttpResponse(text, content_type="application/json", headers=headers)


def _no_record(sentence: str) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", status=404, content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
@from_replica(only=is_closed_there)
@snapshot()
def check(request: HttpRequest, table: str) -> HttpResponse:
    """Show the check of a closed game's deal; before the end, show the site's commitment.

    If the game began without a deal, show a page that says so.
    """
    game = table_or_404(table, request.user)
    if not game.was_dealt:
        return render(request, "replay/deal_none.html", {"game": game})
    me, players = seat_of(game, request.user), _players(game)
    common = {
        "game": game,
        "me": me,
        "seats": [
            {"info": info, "entropy": player.entropy}
            for player, info in zip(players, seat_infos(game, players, me), strict=True)
        ],
    }
    if not is_closed(game):
        return render(request, "replay/deal_promise.html", common | {"noted": _numbers_to_store(game, players)})
    return render(request, "replay/deal_audit.html", common | _audit_context(game, me, players))


def _numbers_to_store(game: Game, players: Sequence[Player]) -> dict[str, Any]:
    """Return the numbers that the browser stores for a later check.

    The players' entropy is included only once it is final.
    """
    entropy = [player.entropy for player in players] if game.started_at else []
    return {"table": game.public_id, "commitment": game.commitment, "entropy": entropy}


def _audit_context(game: Game, me: Player | None, players: Sequence[Player]) -> dict[str, Any]:
    deal = deal_of(game)
    narrator = narrator_of(game, players, me.seat if me else None)
    return {
        "deal": deal,
        "data": browser_data(game, players, deal),
        "hands": hands_context(narrator, deal, seat_infos(game, players, me)),
        "opening": packs_context(narrator, sorted(deal.opening, key=lambda pack: pack != deal.deck), deal),
        "later": packs_context(narrator, deal.later, deal),
    }


@require_safe
def explain(request: HttpRequest) -> HttpResponse:
    return render(request, "replay/fair_dealing.html")

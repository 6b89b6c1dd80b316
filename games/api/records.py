"""Records of games, and the deals of closed ones, so that anybody can recompute them."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router
from pydantic import BaseModel

from games.access import TableAccess, is_closed, table_access_or_404
from games.api.authentication import anybody
from games.models.read_transaction import snapshot
from games.replay import records
from games.replay.deal_audit import browser_data, deal_of
from games.rules.record import write

router = Router()


class Deal(BaseModel):
    """What commits the site to a deal; of a closed game also the secret, every shuffle, and the cards dealt and drawn.

    docs/reference/records.md describes the calculation. ``broken``: the stored moves can't be replayed.
    """

    table: str
    commitment: str
    entropy: list[str]
    seats: int
    secret: str | None = None
    shuffles: list[dict[str, Any]] = []
    hands: list[list[str]] = []
    deck: int | None = None
    moves: list[dict[str, Any]] = []
    broken: bool = False


def _started_or_404(request: HttpRequest, table: str) -> TableAccess:
    access = table_access_or_404(table, request.user)
    if access.game.started_at is None:
        raise Http404
    return access


@router.get(
    "/tables/{slug:table}/record", auth=anybody, response=dict[str, Any], url_name="record", summary="A game’s record"
)
def get_record(request: HttpRequest, table: str) -> dict[str, Any]:
    """The record of a game that has started; while it runs, without what is hidden from you."""
    with snapshot():
        game, players, me = _started_or_404(request, table)
        text = write(records.of_game(game, players, me.seat if me else None))
    found: dict[str, Any] = json.loads(text)
    return found


@router.get("/tables/{slug:table}/deal", auth=anybody, response=Deal, url_name="deal", summary="A deal to check")
def get_deal(request: HttpRequest, table: str) -> dict[str, Any]:
    """What it takes to check a game's deal."""
    with snapshot():
        game, players, _me = _started_or_404(request, table)
        if is_closed(game):
            return browser_data(game, players, deal_of(game))
    entropy = [player.entropy for player in players]
    return {"table": game.table, "commitment": game.commitment, "entropy": entropy, "seats": game.size}

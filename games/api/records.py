"""Game records, and the data with which deals of closed games can be recomputed."""

import json
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router

from games.api.authentication import anybody
from games.api.schema import Schema
from games.core.access import TableAccess, is_closed, table_access_or_404
from games.models.read_transaction import snapshot
from games.replay import records
from games.replay.deal_audit import browser_data, deal_of
from games.rules.record import write

router = Router()


class Deal(Schema):
    """The commitment to a deal and, after the game, all data for checking it.

    docs/reference/records.md describes the calculation.
    """

    table: str
    """The table’s id."""
    commitment: str
    """The hash of the site’s secret, published before the first player sat down."""
    entropy: list[str]
    """Each seat’s contribution to the random seed: 32 hexadecimal digits."""
    seats: int
    """The number of seats."""
    secret: str | None = None
    """The site’s contribution to the random seed; null until the game is closed."""
    shuffles: list[dict[str, Any]] = []
    """All shuffles: `number`, the `pieces` before the shuffle and their `order` after it."""
    hands: list[list[str]] = []
    """The first hands, by seat."""
    deck: int | None = None
    """The number of the shuffle from which the first hands were dealt."""
    moves: list[dict[str, Any]] = []
    """The moves, by `number`, at which cards were `drawn`, `dealt` again or shuffled (`shuffles`)."""
    broken: bool = False
    """Whether the replay of the stored moves fails."""


def _started_or_404(request: HttpRequest, table: str) -> TableAccess:
    access = table_access_or_404(table, request.user)
    if access.game.started_at is None:
        raise Http404
    return access


@router.get(
    "/tables/{slug:table}/record", auth=anybody, response=dict[str, Any], url_name="record", summary="A game’s record"
)
def get_record(request: HttpRequest, table: str) -> dict[str, Any]:
    """Return the record of a started game; without hidden information while the game is running."""
    with snapshot():
        game, players, me = _started_or_404(request, table)
        text = write(records.of_game(game, players, me.seat if me else None))
    found: dict[str, Any] = json.loads(text)
    return found


@router.get("/tables/{slug:table}/deal", auth=anybody, response=Deal, url_name="deal", summary="A deal to check")
def get_deal(request: HttpRequest, table: str) -> dict[str, Any]:
    """Return the data for checking a game's deal."""
    with snapshot():
        game, players, _me = _started_or_404(request, table)
        if is_closed(game):
            return browser_data(game, players, deal_of(game))
    entropy = [player.entropy for player in players]
    return {"table": game.public_id, "commitment": game.commitment, "entropy": entropy, "seats": game.size}

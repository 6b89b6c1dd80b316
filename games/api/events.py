"""The events of a table, grouped by move, without the details hidden from the viewer."""

from datetime import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router

from games.api.authentication import anybody
from games.api.long_poll import poll_request_of
from games.api.polls import Wait
from games.api.schema import Schema, one_of
from games.core import store
from games.core.access import is_closed, table_access_or_404
from games.core.broadcast import table_group
from games.models import Move
from games.models.read_transaction import snapshot
from games.presentation.narration import Narrator
from games.presentation.view_model import narrator_of
from games.replay.records import as_seen
from games.rules.contract import redact

router = Router()

MOVES_AT_ONCE = 100
MOST = 2**31 - 1
"""The largest move number that the database column can hold."""

After = Annotated[
    int, Query(ge=-1, le=MOST, description="The id of the last move that you know; -1 starts with the deal.")
]


class Event(Schema):
    """An event in a game."""

    kind: str
    """The kind of event, such as "drew" or "dealt". Games add their own kinds: ignore those that you don’t know."""
    paragraph: str
    """The number of the rules paragraph behind the event; empty if there is none."""
    seat: int | None
    """The seat that the event concerns."""
    details: dict[str, Any]
    """The event’s cards, places or points, without those hidden from you."""
    text: str
    """The event in words, in the requested language; empty if there is nothing to tell."""


class MadeMove(Schema):
    """A move and its events."""

    id: int
    """The move’s number at its table, counted from 0, the deal."""
    seat: int | None
    """The seat whose move it is; null for the deal."""
    move: str
    """The move in the game’s notation, with "?" for hidden parts; empty for the deal."""
    by: str = one_of(Move.By.values)
    """The maker of the move: player, substitute friend, computer, clock, standing order, or the site itself."""
    at: datetime
    """The time of the move."""
    events: list[Event]
    """The events, oldest first."""


class Events(Schema):
    """A list of moves."""

    version: int
    """The number of the table’s last move: the first part of its `version`."""
    moves: list[MadeMove]
    """The moves, oldest first."""
    more: bool
    """Whether there are more moves. To get them, send the last `id` as `after`."""


@router.get("/tables/{slug:table}/events", auth=anybody, response=Events, url_name="events", summary="Events")
def list_events(request: HttpRequest, table: str, after: After = -1, wait: Wait = 0) -> dict[str, Any]:
    """Return the moves after the move with the id `after`, at most 100. The default is to start with the deal.

    If there are none, `wait` holds the response back for up to this number of seconds, until a move is made.
    """
    with snapshot():
        game, players, me = table_access_or_404(table, request.user)
        if game.started_at is None:
            raise Http404
        narrator = narrator_of(game, players, me.seat if me else None)
        found = list(game.moves.filter(number__gt=after).order_by("number")[: MOVES_AT_ONCE + 1])
    if wait and not found and not is_closed(game):
        poll_request_of(request).wait(request, wait, (table_group(table),))
    shown = [_move(move, me, narrator, closed=is_closed(game)) for move in found[:MOVES_AT_ONCE]]
    return {"version": game.version, "moves": shown, "more": len(found) > MOVES_AT_ONCE}


def _move(move: Move, me: Any, narrator: Narrator, *, closed: bool) -> dict[str, Any]:
    text = move.text if closed or not move.text else as_seen(move.game, move, narrator.viewer)
    return {
        "id": move.number,
        "seat": move.seat,
        "move": text,
        "by": move.made_by(me),
        "at": move.created_at,
        "events": [_event(event, narrator) for event in store.read_events(move.events)],
    }


def _event(event: Any, narrator: Narrator) -> dict[str, Any]:
    known = redact(event, narrator.viewer)
    facts = {"kind": known.kind, "paragraph": known.paragraph, "seat": known.seat, "details": known.details}
    return facts | {"text": narrator.text(event)}

"""The events of a table, move by move, redacted for their viewer."""

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
"""The largest number that the column holds."""

After = Annotated[
    int, Query(ge=-1, le=MOST, description="The id of the last move that you know; -1 begins with the deal.")
]


class Event(Schema):
    """One thing that happened."""

    kind: str
    """The kind of event, such as "drew" or "dealt". Games add their own kinds: ignore those that you don’t know."""
    paragraph: str
    """The paragraph of the rules by which it happened; empty if none is concerned."""
    seat: int | None
    """The seat that it happened to, or that did it."""
    details: dict[str, Any]
    """The cards, places or points of the event, except those hidden from you."""
    text: str
    """The event in words, in the asked language; empty for formalities."""


class MadeMove(Schema):
    """A move and its events."""

    id: int
    """Counts the moves of the table; 0 is the deal."""
    seat: int | None
    """The seat that moved; null for the deal."""
    move: str
    """The move in the game’s notation, with "?" for what is hidden from you; empty for the deal."""
    by: str = one_of(Move.By.values)
    """Who made it: the player, a friend who sits in, a computer, the clock, a standing order, or the site (a form)."""
    at: datetime
    """When it was made."""
    events: list[Event]
    """The events, in order."""


class Events(Schema):
    """Moves in their order."""

    version: int
    """The number of the table’s last move: the first part of its `version`."""
    moves: list[MadeMove]
    """The moves."""
    more: bool
    """Whether there are more: ask again with the last `id` as `after`."""


@router.get("/tables/{slug:table}/events", auth=anybody, response=Events, url_name="events", summary="Events")
def list_events(request: HttpRequest, table: str, after: After = -1, wait: Wait = 0) -> dict[str, Any]:
    """Return the moves after the one with the id `after`, at most 100; without it from the deal on.

    If there are none, `wait` holds the response back until there is one, up to this number of seconds.
    """
    with snapshot():
        game, players, me = table_access_or_404(table, request.user)
        if game.started_at is None:
            raise Http404
        seat = me.seat if me else None
        narrator = narrator_of(game, players, seat)
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

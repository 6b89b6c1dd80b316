"""Making and undoing moves, and resigning."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from games import play
from games.api.authentication import PLAY, user_of
from games.api.changes import CHANGED, run_action
from games.api.schema import Schema
from games.core.access import found_or_404, own_seat_or_404, seat_key_at

router = Router()

Steps = Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=20)]


class VersionIn(Schema):
    """The version of the table that your decision is based on."""

    version: Annotated[str, Field(max_length=40)]
    """The table’s latest `version` that you have seen."""


class MoveIn(VersionIn):
    """A move, with the version of the table that your decision is based on."""

    move: Annotated[str, Field(min_length=1, max_length=100)]
    """The move in the game’s notation, as listed in `legal`."""
    plan: Steps | None = None
    """The steps of a plan to save with the move; an empty list drops the plan, without the field it stays."""


@router.post("/tables/{slug:table}/moves", auth=PLAY, response=CHANGED, url_name="moves", summary="Move")
def make_move(request: HttpRequest, table: str, body: MoveIn) -> Any:
    """Make a move. A move that reveals nothing stays a draft until your next move that reveals something."""
    user = user_of(request)
    me = found_or_404(seat_key_at(table, user))
    return run_action(request, "move", lambda: play.move(me, body.move, body.version, user, body.plan))


@router.post("/tables/{slug:table}/undo", auth=PLAY, response=CHANGED, url_name="undo", summary="Undo")
def undo_move(request: HttpRequest, table: str, body: VersionIn) -> Any:
    """Undo your last draft."""
    user = user_of(request)
    me = found_or_404(seat_key_at(table, user))
    return run_action(request, "move", lambda: play.undo(me, body.version, user))


@router.post("/tables/{slug:table}/resign", auth=PLAY, response=CHANGED, url_name="resign", summary="Resign")
def resign_game(request: HttpRequest, table: str, body: VersionIn) -> Any:
    """Leave the running game for good."""
    user = user_of(request)
    me = own_seat_or_404(table, user)
    return run_action(request, "move", lambda: play.resign(me, body.version, user))

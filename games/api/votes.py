"""Votes of the players: pausing, resuming, more time, and an end without a result all need unanimous consent."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from games import play
from games.api.authentication import PLAY, user_of
from games.api.changes import CHANGED, run_action
from games.api.schema import Schema
from games.core.access import own_seat_or_404
from games.models import Vote

router = Router()

Key = Annotated[int, Path(le=2**63 - 1)]


class VoteIn(Schema):
    """A proposal to the players of the table."""

    kind: Vote.Kind
    """The kind of proposal; all players must agree."""


class AnswerIn(Schema):
    """An answer to the open vote."""

    yes: bool
    """Whether you agree."""


@router.post("/tables/{slug:table}/votes", auth=PLAY, response=CHANGED, url_name="votes", summary="Open a vote")
def open_vote(request: HttpRequest, table: str, body: VoteIn) -> Any:
    """Make a proposal and agree to it. It is the table's `vote` until all players agree, one declines or time is up."""
    me = own_seat_or_404(table, user_of(request))
    return run_action(request, "vote", lambda: play.Changed(play.propose(me, body.kind).game))


@router.post("/tables/{slug:table}/votes/{int:vote}", auth=PLAY, response=CHANGED, url_name="vote", summary="Vote")
def cast_vote(request: HttpRequest, table: str, vote: Key, body: AnswerIn) -> Any:
    """Answer the open vote."""
    me = own_seat_or_404(table, user_of(request))
    return run_action(request, "vote", lambda: play.Changed(play.cast(me, vote, body.yes).game))

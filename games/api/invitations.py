"""Invitations by user name to tables that have not started."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router, Status
from pydantic import Field

from games import play
from games.api.authentication import PLAY, TABLES_READ, user_of
from games.api.changes import CHANGED, run_action, run_action_without_content
from games.api.polls import Wait, polled
from games.api.schema import Schema
from games.core.access import my_seat_or_404
from games.core.broadcast import account_group, table_group
from games.core.waiting_tables import invited_to
from games.models import Invitation
from games.models.read_transaction import snapshot

router = Router()


class Invited(Schema):
    """A pending invitation; accept it by joining the table, or decline it."""

    table: str
    """The table’s id."""
    game: str
    """The game’s code."""
    name: str
    """The table’s name."""
    by: str
    """The user name of the sender."""
    owner: str
    """The user name of the sender’s owner, if the sender is a computer player from outside; otherwise empty."""


class InviteIn(Schema):
    """The person to invite."""

    username: Annotated[str, Field(max_length=100)]
    """The person’s user name."""


@router.get(
    "/invitations", auth=TABLES_READ, response=list[Invited], url_name="invitations", summary="Invitations to you"
)
def list_invitations(request: HttpRequest, response: HttpResponse, wait: Wait = 0) -> Any:
    """Return your unanswered invitations, newest first.

    `wait` holds the response back for up to this number of seconds while there are no invitations or, if you send the
    last ETag in `If-None-Match`, while nothing changes.
    """
    user = user_of(request)
    with snapshot():
        found = list(invited_to(user).select_related("by__owner", "game").order_by("-pk"))
    listed = [
        {"table": each.game.public_id, "game": each.game.variant, "name": each.game.name}
        | {"by": each.by.username, "owner": each.by.owner_name}
        for each in found
    ]
    groups = (account_group(user.pk), *sorted(table_group(each["table"]) for each in listed))
    return polled(request, response, listed, is_empty=not listed, wait=wait, groups=groups)


@router.post(
    "/tables/{slug:table}/invitations", auth=PLAY, response=CHANGED, url_name="invite", summary="Invite a person"
)
def invite_user(request: HttpRequest, table: str, body: InviteIn) -> Any:
    """Invite a person with an account to a table that has not started."""
    me = my_seat_or_404(table, user_of(request))
    return run_action(request, "invite", lambda: play.Changed(play.invite(me, body.username).game))


@router.post(
    "/tables/{slug:table}/decline", auth=PLAY, response={204: None}, url_name="decline", summary="Decline an invitation"
)
def decline_invitation(request: HttpRequest, table: str) -> Status[None]:
    """Decline your invitation to a table."""
    mine = Invitation.objects.filter(game__public_id=table, user=user_of(request)).select_related("game").first()
    if mine is None:
        raise Http404
    return run_action_without_content(request, "join", table, lambda: play.decline(mine))

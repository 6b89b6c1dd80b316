"""The plan of a seat, which only its owner can see."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Router
from pydantic import Field

from games import play
from games.api.authentication import PLAY, TABLES_READ, user_of
from games.api.changes import CHANGED, run_action
from games.api.moves import Steps, VersionIn
from games.api.schema import Schema
from games.core.access import own_seat_or_404, table_access_or_404
from games.models.read_transaction import snapshot
from games.presentation.plans import MyPlan, my_plan
from games.presentation.view_model import table_view

router = Router()


class Plan(Schema):
    """Moves that you have decided in advance."""

    steps: list[str]
    """The remaining steps in the game’s notation; empty without a plan."""
    summary: list[str]
    """The effect of the plan in sentences, in the requested language."""
    obstacle: str
    """The reason why the plan does not go on and you have to decide; empty if it goes on."""
    suggested: list[str]
    """The steps of a sensible plan that you could make now; may be empty."""


class PlanIn(VersionIn):
    """A plan, with the version of the table that it is based on."""

    steps: Annotated[Steps, Field(min_length=1)]
    """The steps in the game’s notation."""


@router.get("/tables/{slug:table}/plan", auth=TABLES_READ, response=Plan, url_name="plan", summary="Plan")
def get_plan(request: HttpRequest, table: str) -> dict[str, Any]:
    """Return your plan. Nobody else can see whether you have one."""
    with snapshot():
        game, players, me = table_access_or_404(table, request.user)
        if me is None or game.started_at is None or me.user_id != user_of(request).pk:
            raise Http404
        seen = table_view(game, players, me, request.user)
        mine = my_plan(me, seen.view)
    said, shown = seen.narrator.line, mine or MyPlan()
    return {
        "steps": shown.steps,
        "summary": [said(line) for line in shown.summary],
        "obstacle": said(shown.obstacle) if shown.obstacle else "",
        "suggested": game.rules.automation.suggested_plan(seen.view) if mine else (),
    }


@router.put("/tables/{slug:table}/plan", auth=PLAY, response=CHANGED, url_name="plan", summary="Save a plan")
def save_plan(request: HttpRequest, table: str, body: PlanIn) -> Any:
    """Replace your plan. Its moves are made a while after your turn has begun, as if you had made them."""
    me = own_seat_or_404(table, user_of(request))
    return run_action(request, "plan", lambda: play.save_plan(me, body.steps, body.version))


@router.delete("/tables/{slug:table}/plan", auth=PLAY, response=CHANGED, url_name="plan", summary="Drop the plan")
def drop_plan(request: HttpRequest, table: str) -> Any:
    """Drop your plan."""
    me = own_seat_or_404(table, user_of(request))
    return run_action(request, "plan", lambda: play.drop_plan(me))

"""Saving and dropping plans."""

from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from games import play
from games.core.access import own_seat_or_404
from games.http import HtmxRequest
from games.presentation.forms import VersionForm, posted_steps
from games.table.views.table import changes_game


@require_POST
@limited("plan")
@changes_game
def save(request: HtmxRequest, table: str) -> play.Changed:
    """Save a plan with the steps in the repeated field ``step``; empty steps are left out. No steps drop the plan.

    With the field ``now``, its moves are made at once if it is the player's turn.
    """
    me = own_seat_or_404(table, request.user)
    form = VersionForm(request.POST)
    if not form.is_valid():
        raise play.Refused(form.first_error())
    steps, version = posted_steps(request.POST, "step"), form.cleaned_data["version"]
    return play.save_plan(me, steps, version, now="now" in request.POST)


@require_POST
@limited("plan")
@changes_game
def drop(request: HtmxRequest, table: str) -> play.Changed:
    """Drop the plan."""
    return play.drop_plan(own_seat_or_404(table, request.user))

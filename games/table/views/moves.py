"""Making and undoing moves, and resigning."""

from django.views.decorators.http import require_POST

from accounts.access.guards import signed_in_user
from accounts.access.rate_limits import limited
from games import play
from games.core.access import my_seat_or_404
from games.core.viewer import localized_for_viewer
from games.http import HtmxRequest
from games.presentation.forms import MoveForm, posted_steps
from games.table.views.table import changes_game


@require_POST
@localized_for_viewer
@limited("move")
@changes_game
def move(request: HtmxRequest, table: str) -> play.Changed:
    """Make a move, or store it as a draft. The repeated field ``then`` holds a plan to save with the move."""
    me = request.viewer.seat_to_move_or_404()
    form = MoveForm(request.POST, me.game.rules.engine.PIECES)
    if not form.is_valid():
        raise play.Refused(form.first_error())
    plan = posted_steps(request.POST, "then") if "then" in request.POST else None
    text, version = form.cleaned_data["move"], form.cleaned_data["version"]
    changed = play.move(me, text, version, request.viewer.user_or_404(), plan)
    request.done = text
    return changed


@require_POST
@localized_for_viewer
@limited("move")
@changes_game
def undo(request: HtmxRequest, table: str) -> play.Changed:
    """Delete the last draft."""
    me = request.viewer.seat_to_move_or_404()
    changed = play.undo(me, request.POST.get("version", ""), request.viewer.user_or_404())
    request.undone = True
    return changed


@require_POST
@limited("move")
@changes_game
def resign(request: HtmxRequest, table: str) -> play.Changed:
    """Leave the running game for good. A link from a mail does not permit this."""
    me = my_seat_or_404(table, request.user)
    return play.resign(me, request.POST.get("version", ""), signed_in_user(request))

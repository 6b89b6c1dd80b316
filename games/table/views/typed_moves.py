"""Making a move by typing it."""

from django import forms
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from accounts.metrics import REFUSALS
from accounts.refusals import Refused
from games import play
from games.core.access import table_access_or_404
from games.core.viewer import localized_for_viewer
from games.http import HtmxRequest
from games.presentation.forms import VersionForm
from games.presentation.typed_moves import LONGEST, Reading, names_of, read
from games.presentation.view_model import rules_refusal, table_view
from games.table.views.table import show


class TypedMoveForm(VersionForm):
    typed = forms.CharField(max_length=LONGEST, error_messages={"required": gettext_lazy("Type what you want to do.")})


@require_POST
@localized_for_viewer
@limited("move")
def type_move(request: HtmxRequest, table: str) -> HttpResponseBase:
    """Make the typed move as the view ``move`` does. If that fails, show the reason and keep the text."""
    request.viewer.seat_to_move_or_404()
    form = TypedMoveForm(request.POST)
    try:
        changed = _made(request, table, form)
    except play.Refused as refused:
        REFUSALS.labels(refused.code).inc()
        answer = refused.reading if isinstance(refused, _NotMade) else Reading(says=_reason(request, refused))
        text = request.POST.get("typed", "")[:LONGEST]
        return show(request, table, status=refused.status, typed=text, answer=answer)
    if request.htmx:
        return show(request, table, done=request.done, changed=changed)
    return HttpResponse(status=303, headers={"Location": changed.game.get_absolute_url()})


class _NotMade(Refused):
    """Raised if the text matches no single move, or a move that needs confirmation."""

    code = "typed"

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading.says)
        self.reading = reading


def _made(request: HtmxRequest, table: str, form: TypedMoveForm) -> play.Changed:
    if not form.is_valid():
        raise Refused(str(next(iter(form.errors.values()))[0]))
    user, version = request.viewer.user, form.cleaned_data["version"]
    game, players, me = table_access_or_404(table, user)
    if me is None or not game.is_running:
        raise play.Over
    seen = table_view(game, players, me, user)
    reading = read(form.cleaned_data["typed"], seen.view, seen.narrator, names_of(seen.seats))
    if not reading.move:
        if version != seen.version:
            raise play.Stale
        raise _NotMade(reading)
    changed = play.move(me, reading.move, version, request.viewer.user_or_404())
    request.done = reading.move
    return changed


def _reason(request: HtmxRequest, refused: play.Refused) -> str:
    if not isinstance(refused, play.WrongMove):
        return str(refused.message)
    reason = rules_refusal(request.viewer.seat_or_404(), refused.illegal)
    return _("%(reason)s (Rule %(paragraph)s)") % {"reason": reason, "paragraph": refused.illegal.paragraph}

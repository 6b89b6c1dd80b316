"""A player's private notes."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.guards import signed_in_user
from accounts.access.rate_limits import limited
from accounts.i18n.dates import localized_date
from games import play
from games.chat.rooms import save_note
from games.core.access import my_seat_or_404
from games.http import HtmxRequest
from games.table.views.table import show


@require_POST
@limited("note")
def note(request: HtmxRequest, table: str) -> HttpResponse:
    """Save the private notes in the field ``note``."""
    me = my_seat_or_404(table, request.user)
    text = request.POST.get("note", "")
    try:
        save_note(me.game, signed_in_user(request), text)
    except play.Refused as refused:
        if request.htmx:
            return HttpResponse(str(refused.message), status=refused.status)
        return show(request, table, str(refused.message), refused.status, unsaved_note=text)
    if request.htmx:
        return HttpResponse(_("Saved at %(time)s.") % {"time": localized_date(timezone.now(), "HH:mm")})
    messages.success(request, _("Your notes are saved."))
    return redirect(me.game)

"""Requesting a hint at a practice table."""

from django.http import HttpResponse
from django.utils.html import strip_tags
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from games.computers.hints import take_hint
from games.core.access import table_access_or_404
from games.core.viewer import localized_for_viewer
from games.http import HtmxRequest
from games.table.views.table import show, shows_refusals


@require_POST
@localized_for_viewer
@limited("hint")
@shows_refusals
def hint(request: HtmxRequest, table: str) -> HttpResponse:
    """Show the table with a hint: a Master's move, its reason, and the chances of other moves.

    The search takes a third of a second within the request. A queue would allow a Master's whole second, but it would
    need a stored answer, a page that waits for the answer, and a fallback without scripts.
    """
    user = request.viewer.user
    taken = take_hint(table_access_or_404(table, user), user)
    return show(request, table, hint_taken=taken, did=strip_tags(taken.says))

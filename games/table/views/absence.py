"""Substitutes and votes: taking one's seat back, taking over a seat, opening and answering votes."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.guards import current_user
from accounts.access.rate_limits import limited
from accounts.auth.guests import user_or_guest
from games import play
from games.core.access import own_seat_or_404, seat_of, table_or_404
from games.core.viewer import localized_for_viewer
from games.http import HtmxRequest
from games.lobby.forms import GuestForm
from games.lobby.open_seats import vacancy
from games.models import Game
from games.models.read_transaction import snapshot
from games.table.views.table import changes_game


@require_POST
@localized_for_viewer
@limited("join")
@changes_game
def take_back(request: HtmxRequest, table: str) -> play.Changed:
    """Let the owner play their own seat again."""
    user = request.viewer.user_or_404()
    return play.take_back(own_seat_or_404(table, user), user)


@require_POST
@limited("vote")
@changes_game
def propose(request: HtmxRequest, table: str) -> play.Changed:
    """Open a vote on the proposal in the field ``vote``."""
    return play.Changed(play.propose(own_seat_or_404(table, request.user), request.POST.get("vote", "")).game)


@require_POST
@limited("vote")
def cast(request: HtmxRequest, table: str, vote: int) -> HttpResponseBase:
    """Answer a vote with "yes" or "no" in the field ``answer``. If ``next`` is "home", redirect to My tables."""
    response = _cast(request, table, vote=vote)
    if response.status_code != 303 or request.POST.get("next") != "home":
        return response
    messages.success(request, _("Your answer has been counted."))
    return redirect("home")


@changes_game
def _cast(request: HtmxRequest, table: str, vote: int) -> play.Changed:
    me, answer = own_seat_or_404(table, request.user), request.POST.get("answer", "")
    if answer not in ("yes", "no"):
        raise play.Refused(_("Answer with yes or no."))
    return play.Changed(play.cast(me, vote, answer == "yes").game)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("guest", anonymous_only=True)
@limited("join")
def substitute(request: HttpRequest, table: str, seat: int) -> HttpResponse:
    """Show a vacant seat with the terms of the table; on POST, let the user take it over.

    A visitor becomes a guest with the name from the form. Raise `Http404` if the seat is not vacant.
    """
    game = table_or_404(table, request.user)
    if request.method != "POST":
        return redirect(game) if seat_of(game, request.user) is not None else _offered(request, game, seat)
    form = GuestForm(request.POST)
    if not request.user.is_authenticated and "guest_name" not in request.POST:
        return redirect("substitute", table, seat)
    if not form.is_valid():
        return _offered(request, game, seat, form, status=422)
    try:
        return redirect(_take_over(request, game, seat, form))
    except play.Refused as refused:
        return _offered(request, game, seat, form, str(refused.message), refused.status)


def _take_over(request: HttpRequest, game: Game, seat: int, form: GuestForm) -> Game:
    if request.user.is_authenticated:
        return play.take_over(game, current_user(request), seat)
    with user_or_guest(request, form.cleaned_data["guest_name"]) as guest:
        return play.take_over(game, guest, seat)


@snapshot()
def _offered(
    request: HttpRequest, game: Game, seat: int, form: GuestForm | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    if (found := vacancy(game, seat, request.user)) is None:
        raise Http404
    context = {"game": game, "vacancy": found, "form": form or GuestForm(), "refusal": refusal}
    return render(request, "table/substitute.html", context, status=status)

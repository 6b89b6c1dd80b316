"""Views before the start (inviting, leaving, starting, cancelling, personas, computer players), and rematches."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.guards import signed_in_user
from accounts.access.rate_limits import limited
from games import play
from games.core.access import my_seat_or_404, own_seat_or_404
from games.core.viewer import View
from games.http import HtmxRequest
from games.lobby.practice import FIRST_LEVEL, chosen_level
from games.table.views.table import show, shows_refusals


def _takes_post(action: str) -> Callable[[View], View]:
    """Decorate a view that accepts only POST, is limited by ``action``, and shows refusals."""
    return lambda view: require_POST(limited(action)(shows_refusals(view)))


@require_POST
@limited("invite")
def invite(request: HtmxRequest, table: str) -> HttpResponse:
    """Invite the user whose name is in the field ``username``."""
    me = my_seat_or_404(table, request.user)
    name = request.POST.get("username", "")
    try:
        invitation = play.invite(me, name)
    except play.Refused as refused:
        return show(request, table, str(refused.message), refused.status, invited=name)
    messages.success(request, _("%(name)s is invited.") % {"name": invitation.user.shown_name})
    return redirect(me.game)


@_takes_post("join")
def leave(request: HtmxRequest, table: str) -> HttpResponse:
    """Leave the table before the start."""
    me = own_seat_or_404(table, request.user)
    play.leave(me)
    messages.success(request, _("You have left the table %(name)s.") % {"name": me.game.name})
    return redirect("lobby")


@_takes_post("join")
def cancel(request: HtmxRequest, table: str) -> HttpResponse:
    """Cancel the table before the start, for the host only."""
    me = own_seat_or_404(table, request.user)
    play.cancel(me.game, signed_in_user(request))
    messages.success(request, _("The table %(name)s is closed.") % {"name": me.game.name})
    return redirect("lobby")


@_takes_post("join")
def start(request: HtmxRequest, table: str) -> HttpResponse:
    """Start the game with the players who have joined, for the host only."""
    return redirect(play.start(own_seat_or_404(table, request.user).game, signed_in_user(request)))


@_takes_post("join")
def persona(request: HtmxRequest, table: str) -> HttpResponse:
    """Choose the persona with the number in the field ``persona``."""
    me = own_seat_or_404(table, request.user)
    play.choose_persona(me, _chosen(request))
    return redirect(me.game)


def _chosen(request: HttpRequest) -> int:
    try:
        return int(request.POST.get("persona", ""))
    except ValueError as error:
        raise play.Refused(_("Choose who you want to play as.")) from error


@_takes_post("join")
def computer(request: HtmxRequest, table: str) -> HttpResponse:
    """Add a computer player with the level in the field ``level``, for the host only."""
    me = own_seat_or_404(table, request.user)
    return redirect(play.add_computer(me.game, signed_in_user(request), chosen_level(request.POST, FIRST_LEVEL)))


@_takes_post("open_table")
def rematch(request: HtmxRequest, table: str) -> HttpResponse:
    """Open or join a rematch. The field ``level`` changes the level of the computer players."""
    me = own_seat_or_404(table, request.user)
    return redirect(play.rematch(me, request.POST.get("entropy", ""), chosen_level(request.POST)))

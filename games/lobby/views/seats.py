"""Joining, leaving, starting and cancelling a table, personas, computer players, and rematches."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from accounts.auth.guests import user_or_guest
from games import play
from games.core.access import own_seat_or_404, table_or_404
from games.lobby.forms import GuestForm
from games.lobby.open_tables import offer, punctuality_of
from games.lobby.practice import FIRST_LEVEL, chosen_level
from games.models import Game, Player
from games.table.views.table import HtmxRequest, shows_refusals


def invitation_page(
    request: HttpRequest, game: Game, action: str, form: GuestForm | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Renders the page of a table that is joined by POST to ``action``."""
    players = list(game.players.select_related("user").order_by("pk"))
    context = {
        "game": game,
        "offer": offer(game, players, request.user, punctuality_of(players)),
        "again": Player.objects.filter(game=game.rematch_of_id, user=request.user.pk).exists(),
        "action": action,
        "form": form or GuestForm(),
        "refusal": refusal,
    }
    return render(request, "lobby/invited.html", context, status=status)


def take_seat(request: HttpRequest, game: Game, action: str) -> HttpResponse:
    """Takes a seat for the user. A visitor becomes a guest with the submitted name."""
    form = GuestForm(request.POST)
    if not form.is_valid():
        return invitation_page(request, game, action, form, status=422)
    try:
        with user_or_guest(request, form.cleaned_data["guest_name"]) as user:
            play.join(game, user, request.POST.get("entropy", ""))
    except play.Refused as refused:
        game.refresh_from_db()
        return invitation_page(request, game, action, form, str(refused.message), refused.status)
    return redirect(game)


@require_POST
@limited("join")
def join(request: HttpRequest, table: str) -> HttpResponse:
    """Takes a free seat at a public table. A visitor is redirected to the invitation's page to give a name."""
    game = table_or_404(table, request.user)
    if not request.user.is_authenticated:
        return redirect("invited", game.invitation)
    return take_seat(request, game, reverse("join", args=[table]))


@require_POST
@limited("join")
@shows_refusals
def leave(request: HtmxRequest, table: str) -> HttpResponse:
    """Leaves the table before the start."""
    me = own_seat_or_404(table, request.user)
    play.leave(me)
    messages.success(request, _("You have left the table %(name)s.") % {"name": me.game.name})
    return redirect("lobby")


@require_POST
@limited("join")
@shows_refusals
def cancel(request: HtmxRequest, table: str) -> HttpResponse:
    """Cancels the table before the start; host only."""
    me = own_seat_or_404(table, request.user)
    play.cancel(me.game, request.user)
    messages.success(request, _("The table %(name)s is closed.") % {"name": me.game.name})
    return redirect("lobby")


@require_POST
@limited("join")
@shows_refusals
def start(request: HtmxRequest, table: str) -> HttpResponse:
    """Starts the game with the present players; host only."""
    me = own_seat_or_404(table, request.user)
    return redirect(play.start(me.game, request.user))


@require_POST
@limited("join")
@shows_refusals
def persona(request: HtmxRequest, table: str) -> HttpResponse:
    """Chooses the persona whose number is in the field ``persona``."""
    me = own_seat_or_404(table, request.user)
    play.choose_persona(me, _chosen(request))
    return redirect(me.game)


def _chosen(request: HttpRequest) -> int:
    try:
        return int(request.POST.get("persona", ""))
    except ValueError as error:
        raise play.Refused(_("Choose whom you want to play.")) from error


@require_POST
@limited("join")
@shows_refusals
def computer(request: HtmxRequest, table: str) -> HttpResponse:
    """Adds a computer player of the level in the field ``level``; host only."""
    me = own_seat_or_404(table, request.user)
    return redirect(play.add_computer(me.game, request.user, chosen_level(request.POST, FIRST_LEVEL)))


@require_POST
@limited("open_table")
@shows_refusals
def rematch(request: HtmxRequest, table: str) -> HttpResponse:
    """Opens a rematch, or joins it. The field ``level`` changes how strong the computer players are."""
    me = own_seat_or_404(table, request.user)
    return redirect(play.rematch(me, request.POST.get("entropy", ""), chosen_level(request.POST)))

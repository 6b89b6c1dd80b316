"""Before the start and after the end: joining, leaving, starting, cancelling, playing again."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from accounts.auth.guests import new_guest
from games import play
from games.access import own_seat_or_404, table_or_404
from games.lobby.forms import GuestForm
from games.lobby.open_tables import lately_of, offer
from games.models import Game, Player
from games.table.page import refusal_text
from games.table.views.table import HtmxRequest, show


def offered(
    request: HttpRequest, game: Game, action: str, form: GuestForm | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The page of a table that one may join by posting to ``action``."""
    players = list(game.players.select_related("user").order_by("pk"))
    context = {
        "game": game,
        "offer": offer(game, players, request.user, lately_of(players)),
        "action": action,
        "form": form or GuestForm(),
        "refusal": refusal,
    }
    return render(request, "lobby/invited.html", context, status=status)


def sit_down(request: HttpRequest, game: Game, action: str) -> HttpResponse:
    """Take a seat for whoever asks. A visitor becomes a guest of the name that the form gives."""
    form = GuestForm(request.POST)
    if not form.is_valid():
        return offered(request, game, action, form, status=422)
    try:
        play.join(game, _somebody(request, game, form), request.POST.get("entropy", ""))
    except play.Refused as refused:
        game.refresh_from_db()
        return offered(request, game, action, form, str(refused.message), refused.status)
    return redirect(game)


def _somebody(request: HttpRequest, game: Game, form: GuestForm) -> object:
    """The user, or a new guest if there is a table left to sit at. Raises Refused."""
    if request.user.is_authenticated:
        return request.user
    if not game.is_open:
        raise play.Refused(_("This table has already started."))
    return new_guest(request, form.cleaned_data["guest_name"])


@require_POST
@limited("sit")
def join(request: HttpRequest, table: str) -> HttpResponse:
    """Take a free seat at a public table; who has no account is asked for a name on the invitation's page first."""
    game = table_or_404(table, request.user)
    if not request.user.is_authenticated:
        return redirect("invited", game.invitation)
    return sit_down(request, game, reverse("join", args=[table]))


@require_POST
@limited("sit")
def leave(request: HtmxRequest, table: str) -> HttpResponse:
    """Give the seat back before the start."""
    me = own_seat_or_404(table, request.user)
    return _do(request, me, lambda: play.leave(me), _("You have left the table %(name)s."))


@require_POST
@limited("sit")
def cancel(request: HtmxRequest, table: str) -> HttpResponse:
    """Close the table before the start; the host's right."""
    me = own_seat_or_404(table, request.user)
    return _do(request, me, lambda: play.cancel(me.game, request.user), _("The table %(name)s is closed."))


@require_POST
@limited("sit")
def start(request: HtmxRequest, table: str) -> HttpResponse:
    """Start with those who are there; the host's right."""
    me = own_seat_or_404(table, request.user)
    return _do(request, me, lambda: play.start(me.game, request.user))


@require_POST
@limited("sit")
def persona(request: HtmxRequest, table: str) -> HttpResponse:
    """Play the boss whose number is in the field ``persona``."""
    me = own_seat_or_404(table, request.user)
    return _do(request, me, lambda: play.choose_persona(me, _chosen(request)))


def _chosen(request: HttpRequest) -> int:
    try:
        return int(request.POST.get("persona", ""))
    except ValueError as error:
        raise play.Refused(_("Choose whom you want to play.")) from error


@require_POST
@limited("sit")
def computer(request: HtmxRequest, table: str) -> HttpResponse:
    """Seat a computer player; the host's right."""
    me = own_seat_or_404(table, request.user)
    return _do(request, me, lambda: play.add_computer(me.game, request.user, Player.Bot.STEADY))


@require_POST
@limited("open")
def rematch(request: HtmxRequest, table: str) -> HttpResponse:
    """The same game again: opens the new table, or takes a seat at it."""
    me = own_seat_or_404(table, request.user)
    try:
        return redirect(play.rematch(me, request.POST.get("entropy", "")))
    except play.Refused as refused:
        return _refused(request, me, refused)


def _do(request: HtmxRequest, me: Player, act: Callable[[], object], farewell: str = "") -> HttpResponse:
    """Do it and show the table, or the lobby with a word of ``farewell``; or say why it can't be done."""
    try:
        act()
    except play.Refused as refused:
        return _refused(request, me, refused)
    if not farewell:
        return redirect(me.game)
    messages.success(request, farewell % {"name": me.game.name})
    return redirect("lobby")


def _refused(request: HtmxRequest, me: Player, refused: play.Refused) -> HttpResponse:
    return show(request, me.game.table, refusal_text(me.game, me, refused), refused.status)

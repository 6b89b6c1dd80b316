"""Joining a table from its page or an invitation link, and declining an invitation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from accounts.auth.guests import user_or_guest
from games import play
from games.core.access import table_or_404
from games.lobby.forms import GuestForm
from games.lobby.open_tables import offer, punctuality_of
from games.models import Game, Invitation, Player


def invitation_page(
    request: HttpRequest, game: Game, action: str, form: GuestForm | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Render the page of a table that users join with a POST request to ``action``."""
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
    """Take a seat for the user, or show the refusal on the invitation page.

    A visitor becomes a guest with the submitted name.
    """
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
    """Take a free seat at a public table. Visitors are redirected to the invitation page, where they enter a name."""
    game = table_or_404(table, request.user)
    if not request.user.is_authenticated:
        return redirect("invited", game.invitation)
    return take_seat(request, game, reverse("join", args=[table]))


@require_POST
@limited("join")
def decline(request: HttpRequest, table: str) -> HttpResponse:
    mine = Invitation.objects.select_related("game")
    invitation = get_object_or_404(mine, game__public_id=table, user=request.user.pk)
    play.decline(invitation)
    messages.success(request, _("You’ve declined the invitation to %(name)s.") % {"name": invitation.game.name})
    return redirect("home")

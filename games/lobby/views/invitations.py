"""Declining an invitation to a table that has not started."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from games import play
from games.models import Invitation


@require_POST
@limited("join")
def decline(request: HttpRequest, table: str) -> HttpResponse:
    """Decline an invitation."""
    mine = Invitation.objects.select_related("game")
    invitation = get_object_or_404(mine, game__public_id=table, user=request.user.pk)
    play.decline(invitation)
    messages.success(request, _("You have declined the invitation to %(name)s.") % {"name": invitation.game.name})
    return redirect("home")

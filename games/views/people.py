"""Profiles."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Game
from games.results import finished, result, tally

RESULTS_A_PAGE = 20


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Who this is and the finished games that the visitor may see; 404 for nobody."""
    if not username.isprintable():  # PostgreSQL refuses to look for a NUL
        raise Http404
    person = get_object_or_404(get_user_model(), username=username, is_active=True)
    games = finished(person, request.user)
    page = Paginator(games, RESULTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": person,
        "is_me": person.pk == request.user.pk,
        "page": page,
        "results": [result(game, game.seated, person, request.user) for game in page],
        "tally": tally(person, games),
        "running": Game.objects.filter(status=Game.Status.RUNNING, public=True, players__user=person).count(),
    }
    return render(request, "games/profile.html", context)

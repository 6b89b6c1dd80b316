"""Rules and the about page: for everybody, the same for all."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.rules import RULES
from games.table.narration import Narrator, ladder


@require_safe
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game, each paragraph with an id ``p-6-4`` to link to; 404 for a game that is not here."""
    if (rules := RULES.get(slug)) is None:
        raise Http404
    context = {"rules": rules, "games": RULES.values(), "ladder": ladder(Narrator(rules, {}, None))}
    return render(request, [f"games/{rules.SLUG}/rules.html", "games/default/rules.html"], context)


@require_safe
def rules_of_the_house(request: HttpRequest) -> HttpResponse:
    """The rules of the first game, whose page leads on to the others."""
    return redirect("rules", next(iter(RULES)))


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Who made the games, whose the names are, how dealing is kept fair."""
    return render(request, "lobby/about.html", {"games": RULES.values()})

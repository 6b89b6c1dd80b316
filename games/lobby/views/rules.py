"""The rules pages and the about pages: public, and the same for all users."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.lessons.courses import COURSES
from games.presentation.narration import Narrator, hand_rankings
from games.rules import RULES


@require_safe
def rules_page(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the rules of a game; each paragraph has an id such as ``p-6-4``. Raise `Http404` for an unknown game."""
    if (rules := RULES.get(variant)) is None:
        raise Http404
    narrator = Narrator(rules, {}, None)
    context = {
        "rules": rules,
        "narrator": narrator,
        "hand_rankings": hand_rankings(narrator),
        "games": RULES.values(),
        "sentences": f"games/{rules.engine.VARIANT}/_minute.html" if rules.engine.VARIANT in COURSES else "",
    }
    return render(request, [f"games/{rules.engine.VARIANT}/rules.html", "lobby/rules.html"], context)


@require_safe
def default_rules(request: HttpRequest) -> HttpResponse:
    """Redirect to the rules of the first game; that page links to the other games."""
    return redirect("rules", next(iter(RULES)))


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show the page about the author, names and trademarks, and fair dealing."""
    return render(request, "lobby/about.html", {"games": RULES.values()})


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    """Show the accessibility statement, including the tests and their tools."""
    return render(request, "lobby/accessibility.html", {"operator": settings.OPERATOR})

"""The page of a person's luck and skill, and the switch that shows it to others."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.access.rate_limits import limited
from accounts.auth.guards import current_user
from accounts.models import User
from games.review.skill import skill_of


@require_safe
def skill(request: HttpRequest, username: str) -> HttpResponse:
    """A person's luck and skill: their own page, and everybody's if they show it. 404 if they don't."""
    if not username.isprintable():  # PostgreSQL raises an error for a NUL
        raise Http404
    person = get_object_or_404(User, username=username, is_active=True, gone_at=None)
    is_me = person.pk == request.user.pk
    if not (is_me or person.skill_shown):
        raise Http404
    context = {"person": person, "is_me": is_me, "games": skill_of(person, request.user)}
    return render(request, "review/skill.html", context)


@login_required
@limited("settings")
@require_POST
def show_skill(request: HttpRequest) -> HttpResponse:
    """Shows or hides one's own page from others."""
    person = current_user(request)
    person.skill_shown = request.POST.get("shown") == "yes"
    person.save(update_fields=["skill_shown"])
    return redirect("skill", person.username)

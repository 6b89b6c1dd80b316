"""The page about a user's luck and skill, and the setting that shows it to others."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.access.guards import current_user, person_or_404
from accounts.access.rate_limits import limited
from accounts.friends.friendships import shows_skill
from accounts.models import User
from games.models import Game
from games.review.skill.forms import SkillForm
from games.review.skill.skill import skill_of
from games.stats.results import games_of


@require_safe
def skill(request: HttpRequest, username: str) -> HttpResponse:
    """Show a user's luck and skill to the viewers chosen by the user. Raise `Http404` for other viewers."""
    person = person_or_404(username)
    is_me = person.pk == request.user.pk
    if not shows_skill(person, request.user):
        raise Http404
    return _page(request, person, SkillForm(instance=person) if is_me else None)


def _page(request: HttpRequest, person: User, form: SkillForm | None, status: int = 200) -> HttpResponse:
    games = skill_of(person, request.user)
    last_game = None if games or form is None else _last_game(person)
    context = {"person": person, "form": form, "games": games, "last_game": last_game}
    return render(request, "review/skill/skill.html", context, status=status)


def _last_game(person: User) -> Game | None:
    """Return the latest game of ``person`` that has a result, so that it can be reviewed."""
    return games_of(person, person).filter(status=Game.Status.OVER).order_by("-finished_at").first()


@login_required
@limited("settings")
@require_POST
def show_skill(request: HttpRequest) -> HttpResponse:
    """Save who can see the user's page; for an invalid choice, show the page with status 422."""
    person = current_user(request)
    form = SkillForm(request.POST, instance=person)
    if not form.is_valid():
        return _page(request, person, form, status=422)
    person.save(update_fields=["skill_shown_to"])
    messages.success(request, _("Your settings are saved."))
    return redirect("skill", person.username)

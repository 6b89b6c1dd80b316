"""Views for the list of a game's lessons and for the steps of a lesson."""

from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.rate_limits import limited
from games.lessons import page, progress
from games.lessons.courses import COURSES, lesson_after, lesson_of
from games.lessons.lesson import Lesson
from games.lessons.playthrough import Playthrough, resumed
from games.presentation.forms import MoveForm
from games.rules import RULES
from games.rules.contract import Illegal


class Listed(NamedTuple):
    lesson: Lesson
    is_done: bool
    is_begun: bool


@require_safe
def default_lessons(request: HttpRequest) -> HttpResponse:
    """Redirect to the lessons of the first game, which link to the others."""
    return redirect("lessons", next(iter(COURSES)))


@never_cache
@require_safe
def lessons(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the lessons of a game; redirect to the rules if it has none. Raise `Http404` for an unknown game."""
    if variant not in RULES:
        raise Http404
    if (course := COURSES.get(variant)) is None:
        return redirect("rules", variant)
    finished = progress.done(request, variant)
    context = {
        "rules": RULES[variant],
        "games": [RULES[each] for each in COURSES],
        "lessons": [Listed(each, each.slug in finished, bool(progress.moves_in(request, each))) for each in course],
        "next": next((each for each in course if each.slug not in finished), None),
    }
    return render(request, "lessons/lessons.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("move")
def lesson(request: HttpRequest, variant: str, name: str) -> HttpResponse:
    """Show the next step; on POST, make the move in the field ``move``, or carry out the action in the field ``do``.

    ``next`` continues after a step that is only read, ``show`` makes the wanted move, ``back`` undoes a step. The field
    ``version`` is the number of steps done when the page was shown: a post from an older page changes nothing. Raise
    `Http404` for an unknown lesson.
    """
    if (found := lesson_of(variant, name)) is None:
        raise Http404
    play = resumed(found, progress.moves_in(request, found))
    if request.method != "POST":
        return _shown(request, play)
    if request.POST.get("version") != str(len(play.did)):
        return redirect("lesson", variant, name)
    if "do" in request.POST:
        return _directed(request, play, request.POST["do"])
    return redirect("lesson", variant, name) if play.step.is_read else _moved(request, play)


def _directed(request: HttpRequest, play: Playthrough, do: str) -> HttpResponse:
    """Carry out the action of a coach's button. For an unknown action, show the step again."""
    if do == "back":
        progress.keep_moves(request, play.lesson, play.did[:-1])
    elif do == "next" and play.step.is_read:
        play.read()
        return _onward(request, play)
    elif do == "show" and not play.step.is_read:
        play.move(play.wanted()[0])
        return _onward(request, play)
    return _again(play)


def _moved(request: HttpRequest, play: Playthrough) -> HttpResponse:
    form = MoveForm(request.POST, play.lesson.rules.engine.PIECES)
    if not form.is_valid():
        return _shown(request, play, page.Objection(form.first_error(), is_refusal=True), 422)
    try:
        wrong = play.move(form.cleaned_data["move"])
    except Illegal as illegal:
        return _shown(request, play, page.refused(play, illegal), 422)
    if wrong is not None:
        return _shown(request, play, page.commented(play, wrong))
    return _onward(request, play)


def _onward(request: HttpRequest, play: Playthrough) -> HttpResponse:
    """Store the progress. Redirect to the next step; after the last one, to the next lesson, or else to the list."""
    if not play.is_done:
        progress.keep_moves(request, play.lesson, play.did)
        return _again(play)
    progress.finish(request, play.lesson)
    if following := lesson_after(play.lesson):
        return redirect("lesson", following.game, following.slug)
    messages.success(request, _("Done: “%(lesson)s”.") % {"lesson": _(play.lesson.title)})
    return redirect("lessons", play.lesson.game)


def _again(play: Playthrough) -> HttpResponse:
    return redirect("lesson", play.lesson.game, play.lesson.slug)


def _shown(
    request: HttpRequest, play: Playthrough, objection: page.Objection | None = None, status: int = 200
) -> HttpResponse:
    query = request.GET.dict() if objection is None else {}
    return render(request, "lessons/lesson.html", page.context(play, query, objection), status=status)

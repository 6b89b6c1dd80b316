"""Learn from your mistakes: pages on which users try their own mistakes again."""

import logging
from dataclasses import replace
from random import Random

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.rate_limits import limited
from games.computers.search import NoSample, shuffling
from games.core.access import own_seat_or_404
from games.http import HtmxRequest
from games.lessons.page import Objection
from games.models import Player, Review
from games.presentation.forms import MoveForm
from games.replay.verification import ReplayMismatch
from games.review.mistakes.mistakes import (
    MISSED,
    SOLVED,
    MadeReview,
    answered,
    first_to_try,
    made_for,
    mistakes_of,
    note_try,
)
from games.review.mistakes.page import Trial, asking, judged
from games.review.play_on.play_on import start_at
from games.rules.contract import RESIGN, Illegal

log = logging.getLogger(__name__)


@never_cache
@require_safe
def mistakes(request: HtmxRequest, table: str) -> HttpResponse:
    """Redirect to the mistake at move ``at``, by default to the first unsolved one.

    Redirect to the Review if it is not finished; if it has no mistakes, show a page that says so.
    """
    me = own_seat_or_404(table, request.user)
    if (made := made_for(me)) is None:
        return redirect("review", table)
    found = mistakes_of(made.report)
    if not found:
        return render(request, "review/mistakes/none.html", {"game": me.game})
    numbers = {str(each.number): each.number for each in found}
    number = numbers.get(request.GET.get("at", ""), first_to_try(found, made.review.tried).number)
    return redirect("review-mistake", table, number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("move")
def mistake(request: HtmxRequest, table: str, number: int) -> HttpResponse:
    """Show the user's mistake at move ``number``; POST tries ``move``, or reveals the best move with ``do=show``.

    Redirect to the Review if it is not finished; answer 409 if the replay fails. Raise `Http404` for any other move.
    """
    me = own_seat_or_404(table, request.user)
    if (made := made_for(me)) is None:
        return redirect("review", table)
    try:
        trial = _trial(me, made, number)
    except ReplayMismatch as mismatch:
        log.error("no mistakes of table %s: its moves don't give its %s", table, mismatch.place)
        return render(request, "replay/replay_broken.html", {"game": me.game, "me": me}, status=409)
    if request.method != "POST":
        return _page(request, trial)
    if request.POST.get("do") == "show":
        note_try(made.review, number, MISSED)
        return render(request, "review/mistakes/judged.html", judged(replace(trial, tried=made.review.tried), None))
    return _answered(request, made.review, trial)


def _trial(me: Player, made: MadeReview, number: int) -> Trial:
    found = mistakes_of(made.report)
    grade = next((each for each in found if each.number == number), None)
    if grade is None:
        raise Http404
    players = list(me.game.players.select_related("user", "friend").order_by("seat"))
    state = start_at(me.game, players, number).state
    return Trial(me.game, players, me, found, grade, state, made.review.tried)


def _page(request: HtmxRequest, trial: Trial, objection: Objection | None = None, status: int = 200) -> HttpResponse:
    query = {name: " ".join(request.GET.getlist(name)) for name in request.GET} if objection is None else {}
    return render(request, "review/mistakes/mistake.html", asking(trial, query, objection), status=status)


def _answered(request: HtmxRequest, review: Review, trial: Trial) -> HttpResponse:
    form = MoveForm(request.POST, trial.game.rules.engine.PIECES)
    if not form.is_valid():
        return _page(request, trial, Objection(form.first_error(), is_refusal=True), 422)
    move = form.cleaned_data["move"]
    if (objection := _objection(trial, move)) is not None:
        return _page(request, trial, objection, 422)
    try:
        answer = answered(trial.game.rules, trial.state.full_view(trial.me.place), trial.grade, move)
    except NoSample:
        log.exception("a move at table %s can't be weighed", trial.game.public_id)
        sentence = _("We can’t rate this move here. Try another one.")
        return _page(request, trial, Objection(sentence, is_refusal=False))
    note_try(review, trial.grade.number, SOLVED if answer.is_right else MISSED)
    return render(request, "review/mistakes/judged.html", judged(replace(trial, tried=review.tried), answer))


def _objection(trial: Trial, move: str) -> Objection | None:
    """Return the objection to a resignation or an illegal move, or None for any other move."""
    if move == RESIGN:
        return Objection(_("You can’t resign here. Make another move."), is_refusal=False)
    try:
        trial.state.copy().apply(trial.me.place, move, shuffling(Random(0)))
    except Illegal as illegal:
        return Objection(trial.narrator.refusal(illegal), is_refusal=True, paragraph=illegal.paragraph)
    return None

"""The vacation page: planning, changing and cancelling vacations, and answering friends' requests for substitution."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access.guards import current_user, signed_in_form, signed_in_post
from games import play
from games.models import Arrangement, Vacation
from games.models.read_transaction import snapshot
from games.vacations.forms import VacationForm
from games.vacations.page import days_left_by_year, past, sitting_in_requests, upcoming

ANSWERS = {"accept": play.accept_sitting_in, "decline": play.decline_sitting_in}


@signed_in_form("settings")
def plan(request: HttpRequest) -> HttpResponse:
    """Show the user's vacations and requests from friends; on POST, plan a vacation."""
    user = current_user(request)
    form = VacationForm(user, data=request.POST if request.method == "POST" else None)
    return _save(request, form, partial(play.plan_vacation, user))


@signed_in_form("settings")
def change(request: HttpRequest, vacation: int) -> HttpResponse:
    """Show one of the user's vacations in the form; on POST, change its days or arrangements unless it is over."""
    user = current_user(request)
    mine = get_object_or_404(user.vacations, pk=vacation)
    form = VacationForm(user, mine, request.POST if request.method == "POST" else None)
    return _save(request, form, partial(play.change_vacation, mine), mine)


def _save(
    request: HttpRequest, form: VacationForm, save: Callable[..., Vacation], mine: Vacation | None = None
) -> HttpResponse:
    """Save a valid form with ``save``. Show the form if it is invalid, refused or not submitted."""
    if form.is_valid():
        try:
            saved = save(*form.days(), form.choices())
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
        else:
            on = saved.state == Vacation.State.ON
            messages.success(request, _("You’re on vacation now.") if on else _("Your vacation is planned."))
            return redirect("vacation")
    return _show(request, form, mine, status=422 if form.is_bound else 200)


@signed_in_post("settings")
def cancel(request: HttpRequest, vacation: int) -> HttpResponse:
    user = current_user(request)
    mine = get_object_or_404(user.vacations, pk=vacation)
    try:
        cancelled = play.cancel_vacation(mine)
    except play.Refused as refused:
        return _show(request, VacationForm(user), refusal=str(refused.message), status=refused.status)
    back = cancelled.state == Vacation.State.OVER
    messages.success(
        request, _("Welcome back. Your seats are yours again.") if back else _("The vacation is cancelled.")
    )
    return redirect("vacation")


@signed_in_post("settings")
def answer(request: HttpRequest, arrangement: int) -> HttpResponse:
    """Answer a friend's request for substitution with "accept" or "decline" in the field ``answer``."""
    user = current_user(request)
    asked = get_object_or_404(Arrangement, pk=arrangement, friend=user)
    try:
        if (act := ANSWERS.get(request.POST.get("answer", ""))) is None:
            raise play.Refused(_("Answer with yes or no."))
        answered = act(asked, user)
    except play.Refused as refused:
        return _show(request, VacationForm(user), refusal=str(refused.message), status=refused.status)
    yes = answered.answer == Arrangement.Answer.ACCEPTED
    messages.success(request, _("You’ll play for them while they’re away.") if yes else _("You won’t play for them."))
    return redirect("home" if request.POST.get("next") == "home" else "vacation")


@snapshot()
def _show(
    request: HttpRequest, form: VacationForm, vacation: Vacation | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    user = current_user(request)
    context = {
        "form": form,
        "vacation": vacation,
        "refusal": refusal,
        "days_left_by_year": days_left_by_year(user),
        "ahead": upcoming(user),
        "past": past(user),
        "asked": sitting_in_requests(user),
    }
    return render(request, "vacations/vacations.html", context, status=status)

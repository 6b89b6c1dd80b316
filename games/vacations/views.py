"""The vacation page: planning, changing, cancelling, and answering friends who go away."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.rate_limits import limited
from accounts.auth.guards import signed_in
from games import play
from games.models import Arrangement, Vacation
from games.models.read_transaction import snapshot
from games.vacations.planning import VacationForm, ahead, asked_of, days_left, past

ANSWERS = {"accept": play.accept_sitting_in, "decline": play.decline_sitting_in}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("setting")
def plan(request: HttpRequest) -> HttpResponse:
    """One's vacations and what friends ask for; posting plans another one."""
    user = signed_in(request)
    form = VacationForm(user, data=request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _show(request, form)
    return _keep(request, form, lambda: play.plan_vacation(user, *form.days(), form.meanwhile()))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("setting")
def change(request: HttpRequest, vacation: int) -> HttpResponse:
    """Other days, or something else at a table, for one's own vacation that is not over."""
    user = signed_in(request)
    mine = get_object_or_404(user.vacations, pk=vacation)
    form = VacationForm(user, mine, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _show(request, form, mine)
    return _keep(request, form, lambda: play.change_vacation(mine, *form.days(), form.meanwhile()), mine)


def _keep(
    request: HttpRequest, form: VacationForm, act: Callable[[], Vacation], vacation: Vacation | None = None
) -> HttpResponse:
    """Do it, or say why not beside what was typed."""
    if form.is_valid():
        try:
            kept = act()
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
        else:
            on = kept.state == Vacation.State.ON
            messages.success(request, _("You are on vacation now.") if on else _("Your vacation is planned."))
            return redirect("vacation")
    return _show(request, form, vacation, status=422)


@login_required
@require_POST
@limited("setting")
def cancel(request: HttpRequest, vacation: int) -> HttpResponse:
    """Not go, or come back at once."""
    user = signed_in(request)
    mine = get_object_or_404(user.vacations, pk=vacation)
    try:
        kept = play.cancel_vacation(mine)
    except play.Refused as refused:
        return _show(request, VacationForm(user), refusal=str(refused.message), status=refused.status)
    back = kept.state == Vacation.State.OVER
    messages.success(
        request, _("Welcome back. Your seats are yours again.") if back else _("The vacation is cancelled.")
    )
    return redirect("vacation")


@login_required
@require_POST
@limited("setting")
def answer(request: HttpRequest, arrangement: int) -> HttpResponse:
    """Say in the field ``answer`` whether one sits in for a friend: "accept" or "decline"."""
    user = signed_in(request)
    asked = get_object_or_404(Arrangement, pk=arrangement, friend=user)
    try:
        if (give := ANSWERS.get(request.POST.get("answer", ""))) is None:
            raise play.Refused(_("Answer with yes or no."))
        kept = give(asked, user)
    except play.Refused as refused:
        return _show(request, VacationForm(user), refusal=str(refused.message), status=refused.status)
    yes = kept.answer == Arrangement.Answer.ACCEPTED
    messages.success(request, _("You sit in as long as the vacation lasts.") if yes else _("You do not sit in."))
    return redirect("home" if request.POST.get("next") == "home" else "vacation")


@snapshot()
def _show(
    request: HttpRequest, form: VacationForm, vacation: Vacation | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    user = signed_in(request)
    context = {
        "form": form,
        "vacation": vacation,
        "refusal": refusal,
        "days_left": days_left(user),
        "ahead": ahead(user),
        "past": past(user),
        "asked": asked_of(user),
    }
    return render(request, "vacations/vacations.html", context, status=status)

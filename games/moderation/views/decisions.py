"""Moderators' decisions, as shown to the user concerned, and appeals against them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access.guards import current_user, signed_in_form, signed_in_post
from accounts.models import User
from games import moderation, play
from games.moderation.decisions import answered, decision, decisions_about, listed
from games.moderation.forms import AppealForm


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    return render(request, "moderation/decisions.html", {"decisions": listed(current_user(request))})


@signed_in_form("appeal")
def one(request: HttpRequest, action: int) -> HttpResponse:
    """Show one decision about the user; on POST, appeal against it. Raise `Http404` for other users' decisions.

    A reply to an appeal, or a reversal, redirects to the original decision.
    """
    user = current_user(request)
    if (of := answered(user, action)) is not None:
        return redirect("decision", of)
    found = get_object_or_404(decisions_about(user), pk=action)
    form = AppealForm(request.POST if request.method == "POST" else None)
    status = 422 if form.errors else 200
    if form.is_valid():
        try:
            moderation.appeal(user, found, form.cleaned_data["words"])
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
            status = refused.status
        else:
            messages.success(request, _("Your appeal is with the moderators. We’ll tell you their answer."))
            return redirect("decision", action)
    return render(request, "moderation/decision.html", {"decision": decision(found, user), "form": form}, status=status)


@signed_in_post("settings")
def read(request: HttpRequest) -> HttpResponse:
    """Mark the decisions as read, so that pages stop announcing them."""
    User.objects.filter(pk=current_user(request).pk).update(decision_unread=False)
    return redirect("decisions")

"""The page of programs: those that the user has authorized, and those that the user has registered."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.idp.oidc.models import Client
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import shown_once
from accounts.access.guards import current_user, full_accounts_only, verified_email_only
from accounts.access.rate_limits import limited
from accounts.models import User
from accounts.oauth import programs
from accounts.oauth.forms import ProgramForm
from accounts.oauth.views.guards import switched_on
from accounts.refusals import Refused


@switched_on
@login_required
@full_accounts_only
@never_cache
@require_safe
def list_programs(request: HttpRequest) -> HttpResponse:
    person, (pk, secret) = current_user(request), shown_once.take(request)
    program = programs.registered_by(person).filter(pk=pk).first()
    return _page(request, person, ProgramForm(), program=program, secret=secret)


def _page(request: HttpRequest, person: User, form: ProgramForm, status: int = 200, **made: Any) -> HttpResponse:
    context = {
        "form": form,
        "authorized": programs.authorized_by(person),
        "registered": programs.registered_by(person),
        "most": programs.MOST,
    }
    return render(request, "oauth/programs.html", context | made, status=status)


@switched_on
@limited("settings")
@login_required
@full_accounts_only
@require_POST
def revoke_program(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a program's permission. Raise `Http404` if the user has not authorized it."""
    program = get_object_or_404(programs.authorized_by(current_user(request)), pk=pk)
    programs.revoke(program)
    messages.success(request, _("“%(name)s” can no longer act for you.") % {"name": program.client.name})
    return redirect("programs")


@switched_on
@limited("token")
@verified_email_only
@never_cache
@require_POST
@reauthentication_required
def register_program(request: HttpRequest) -> HttpResponse:
    """Register a program for the user, and redirect to the list of programs. The list shows a new secret once."""
    person, form = current_user(request), ProgramForm(request.POST)
    if not form.is_valid():
        return _page(request, person, form, 422)
    facts = form.cleaned_data
    try:
        made = programs.register(person, facts["name"], programs.Kind(facts["kind"]), facts["redirects"])
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return _page(request, person, form, refused.status)
    return shown_once.redirect_with(request, reverse("programs"), made.client.pk, made.secret)


@switched_on
@limited("settings")
@login_required
@full_accounts_only
@require_POST
def delete_program(request: HttpRequest, client_id: str) -> HttpResponse:
    """Delete one of the user's programs. Raise `Http404` if it is not theirs."""
    client = get_object_or_404(Client, pk=client_id, owner=request.user.pk)
    programs.delete(client)
    messages.success(request, _("The program “%(name)s” is deleted.") % {"name": client.name})
    return redirect("programs")

"""Somebody goes for good."""

from __future__ import annotations

from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.access.rate_limits import limited
from accounts.auth.guards import recently_confirmed, signed_in
from accounts.auth.mfa_state import has_second_step
from accounts.privacy.erasure import depart
from accounts.privacy.forms import FarewellForm


@login_required
@limited("reauthenticate")
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what will happen; delete the account when its owner has confirmed. Without a password he does so before."""
    person = signed_in(request)
    known = recently_confirmed(request)
    if not known and not person.has_usable_password():
        raise ReauthenticationRequired
    posted = request.method == "POST"
    form = FarewellForm(person, request.POST if posted else None, known=known)
    if posted and form.is_valid():
        depart(person, words=form.cleaned_data["words"])
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("front")
    context = {"form": form, "other_ways": not known and has_second_step(person)}
    return render(request, "privacy/delete_account.html", context, status=422 if form.errors else 200)

"""Somebody goes for good."""

from __future__ import annotations

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.access import signed_in
from accounts.departure import depart
from accounts.forms import FarewellForm


@login_required
@rate_limit(action="reauthenticate")
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what will happen; delete the account when its owner has confirmed."""
    person = signed_in(request)
    posted = request.method == "POST"
    form = FarewellForm(person, request.POST if posted else None)
    if posted and form.is_valid():
        depart(person)
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("front")
    return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)

"""The view that deletes an account."""

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

from accounts.access.guards import current_user, recently_reauthenticated
from accounts.access.mfa_state import has_mfa
from accounts.access.rate_limits import limited
from accounts.privacy.erasure import erase_user
from accounts.privacy.forms import DeleteAccountForm


@login_required
@limited("reauthenticate")
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Explain the effects; a confirmed POST deletes the account. Users without a password reauthenticate first."""
    person = current_user(request)
    reauthenticated = recently_reauthenticated(request)
    if not reauthenticated and not person.has_usable_password():
        raise ReauthenticationRequired
    posted = request.method == "POST"
    form = DeleteAccountForm(person, request.POST if posted else None, reauthenticated=reauthenticated)
    if posted and form.is_valid():
        erase_user(person, words=form.cleaned_data["words"])
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("front")
    context = {"form": form, "other_ways": not reauthenticated and has_mfa(person)}
    return render(request, "privacy/delete_account.html", context, status=422 if form.errors else 200)

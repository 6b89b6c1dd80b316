"""Somebody says that mails will reach him again."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import limited
from accounts.auth.guards import signed_in
from accounts.mail import bounces


@login_required
@require_POST
@limited("setting")
def try_again(request: HttpRequest) -> HttpResponse:
    """Send mails to the address again, until the next one comes back."""
    bounces.clear(signed_in(request))
    messages.success(request, _("Mails go to your address again."))
    return redirect("settings")

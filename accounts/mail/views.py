"""The view that resumes mail after a bounce."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.guards import current_user
from accounts.access.rate_limits import limited
from accounts.mail import bounces


@login_required
@require_POST
@limited("settings")
def clear_bounce(request: HttpRequest) -> HttpResponse:
    """Clear the bounce, so that mails are sent again until the next one bounces."""
    bounces.clear(current_user(request))
    messages.success(request, _("Mails go to your address again."))
    return redirect("settings")

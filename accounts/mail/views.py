"""The view that resumes mail after a bounce."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.access.guards import current_user, signed_in_post
from accounts.mail import bounces


@signed_in_post("settings")
def clear_bounce(request: HttpRequest) -> HttpResponse:
    bounces.clear(current_user(request))
    messages.success(request, _("We’re sending mail to your address again."))
    return redirect("settings")

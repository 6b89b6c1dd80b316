"""The view that upgrades a guest to a full account."""

from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.access.guards import current_user, guests_only
from accounts.access.rate_limits import limited
from accounts.auth.forms import UpgradeForm


@limited("signup")
@guests_only
@sensitive_post_parameters("password1")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def upgrade(request: HttpRequest) -> HttpResponse:
    guest = current_user(request)
    form = UpgradeForm(guest, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.upgrade(request, guest)
        said = _(
            "Your account is ready, and you keep your seats. To confirm it, follow the link in the e-mail to %(email)s."
        )
        messages.success(request, said % {"email": form.cleaned_data["email"]})
        return redirect(get_next_redirect_url(request) or "settings")
    return render(
        request,
        "auth/upgrade.html",
        {"form": form, "next": get_next_redirect_url(request)},
        status=422 if form.errors else 200,
    )

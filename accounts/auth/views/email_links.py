"""Links in account mails: the forms that send them, and what they open. They lead on to where sign-in would have."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import passthrough_next_redirect_url
from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView, PasswordResetView
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.rate_limits import claim, limited, refuse
from accounts.auth import address_claims
from accounts.auth.adapter import CLAIM_KEY
from accounts.auth.forms import ResetPasswordForm


class LogoutOnPostMixin:
    """Keeps GET safe: opening a link of another account signs out only on POST."""

    request: Any

    def logout(self) -> None:
        """Logs out on POST; allauth would on GET."""
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]  # allauth's view comes next


class ConfirmEmail(LogoutOnPostMixin, ConfirmEmailView):
    """Confirms an e-mail address, then leads on; in a browser that is not signed in, by way of sign-in."""

    @transaction.atomic
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm the address, unless another account claims it at this moment."""
        address_claims.lock(self.get_object().email_address.email)
        return super().post(*args, **kwargs)

    def get_redirect_url(self) -> str:
        """Return where the visitor goes on."""
        if self.request.user.is_authenticated:
            return str(super().get_redirect_url())
        return str(self.passthrough_next_url(reverse("account_login")))


@require_POST
@limited("signup")
def send_again(request: HttpRequest) -> HttpResponse:
    """Send the link that confirms an address once more, to the one that this browser signed up with last."""
    waiting = EmailAddress.objects.filter(pk=request.session.get(CLAIM_KEY), verified=False)
    if (address := waiting.select_related("user").first()) is None:
        messages.error(request, _("There is no address to confirm here any more. Sign in, or make an account."))
        return redirect(passthrough_next_redirect_url(request, reverse("account_login"), REDIRECT_FIELD_NAME))
    address.send_confirmation(request, signup=True)
    return redirect("account_email_verification_sent")


class ResetPassword(PasswordResetView):
    """Sends the link for a new password."""

    def form_valid(self, form: ResetPasswordForm) -> HttpResponseBase:
        """Send it unless this address has had several mails in a short time."""
        if seconds := claim("account_mail", form.cleaned_data["email"].lower()):
            return refuse(self.request, seconds)
        response: HttpResponse = super().form_valid(form)
        return response

    def get_success_url(self) -> str:
        """Return the page that says so; it knows where to go on."""
        return str(self.passthrough_next_url(reverse("account_reset_password_done")))


class ResetPasswordFromKey(LogoutOnPostMixin, PasswordResetFromKeyView):
    """Sets a new password from the link in a mail."""

    def get_success_url(self) -> str:
        """Return the page that says so; its sign-in leads on."""
        return str(self.passthrough_next_url(reverse("account_reset_password_from_key_done")))

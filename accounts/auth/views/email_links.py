"""Views that send account mails, and views that the links in these mails open. All keep the redirect target."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import passthrough_next_redirect_url, perform_login
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
from accounts.auth.forms import ConfirmAddressForm, ResetPasswordForm
from accounts.models import User


class LogoutOnPostMixin:
    """Keeps GET safe: opening another account's link signs the user out only on POST."""

    request: Any

    def logout(self) -> None:
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]  # allauth's view comes next


class ConfirmEmail(LogoutOnPostMixin, ConfirmEmailView):
    """Confirms an email address and redirects, via sign-in if the user is not signed in.

    The account's password is required unless the browser is signed in to the account or requested the mail: a stranger
    may have signed up with the recipient's address.
    """

    form: ConfirmAddressForm | None = None

    @transaction.atomic
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm the address, unless another account has just confirmed it.

        If the account's password is required, check it first, and sign in to the account afterwards.
        """
        self.object = self.get_object()
        address = self.object.email_address
        address_claims.lock(address.email)
        if self._is_asked_for(address):
            self.form = ConfirmAddressForm(address.user, self.request, self.request.POST)
            if not self.form.is_valid():
                return self.render_to_response(self.get_context_data(), status=422)
        response: HttpResponse = super().post(*args, **kwargs)
        if self.form is None or not EmailAddress.objects.filter(pk=address.pk, verified=True).exists():
            return response
        # The password has just been given, so the sign-in page need not ask for it.
        signed_in: HttpResponse = perform_login(
            self.request, User.objects.get(pk=address.user_id), redirect_url=self.get_next_url()
        )
        return signed_in

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if self.object and self.form is None and self._is_asked_for(self.object.email_address):
            self.form = ConfirmAddressForm(self.object.email_address.user, self.request)
        return super().get_context_data(**kwargs) | {"form": self.form}

    def _is_asked_for(self, address: EmailAddress) -> bool:
        own_session = self.request.user.pk == address.user_id
        return not own_session and self.request.session.get(CLAIM_KEY) != address.pk

    def get_redirect_url(self) -> str:
        if self.request.user.is_authenticated:
            return str(super().get_redirect_url())
        return str(self.passthrough_next_url(reverse("account_login")))


@require_POST
@limited("signup")
def send_again(request: HttpRequest) -> HttpResponse:
    """Resend the confirmation link to the address that this browser last entered, unless it has been confirmed."""
    waiting = EmailAddress.objects.filter(pk=request.session.get(CLAIM_KEY), verified=False)
    if (address := waiting.select_related("user").first()) is None:
        messages.error(request, _("There’s nothing left to confirm here. Sign in, or make an account."))
        return redirect(passthrough_next_redirect_url(request, reverse("account_login"), REDIRECT_FIELD_NAME))
    address.send_confirmation(request, signup=True)
    return redirect("account_email_verification_sent")


class ResetPassword(PasswordResetView):
    def form_valid(self, form: ResetPasswordForm) -> HttpResponseBase:
        """Send the mail, or return the 429 page after several mails to this address in a short time."""
        if seconds := claim("account_mail", form.cleaned_data["email"].lower()):
            return refuse(self.request, seconds)
        response: HttpResponse = super().form_valid(form)
        return response

    def get_success_url(self) -> str:
        return str(self.passthrough_next_url(reverse("account_reset_password_done")))


class ResetPasswordFromKey(LogoutOnPostMixin, PasswordResetFromKeyView):
    def get_success_url(self) -> str:
        return str(self.passthrough_next_url(reverse("account_reset_password_from_key_done")))

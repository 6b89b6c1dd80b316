"""Links in account mails: the forms that send them, and what they open. They lead on to where sign-in would have."""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView, PasswordResetView
from django.urls import reverse


class LogoutOnPostMixin:
    """Keeps GET safe: opening a link of another account signs out only on POST."""

    request: Any

    def logout(self) -> None:
        """Logs out on POST; allauth would on GET."""
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]  # allauth's view comes next


class ConfirmEmail(LogoutOnPostMixin, ConfirmEmailView):
    """Confirms an e-mail address, then leads on; in a browser that is not signed in, by way of sign-in."""

    def get_redirect_url(self) -> str:
        """Return where the visitor goes on."""
        if self.request.user.is_authenticated:
            return str(super().get_redirect_url())
        return str(self.passthrough_next_url(reverse("account_login")))


class ResetPassword(PasswordResetView):
    """Sends the link for a new password."""

    def get_success_url(self) -> str:
        """Return the page that says so; it knows where to go on."""
        return str(self.passthrough_next_url(reverse("account_reset_password_done")))


class ResetPasswordFromKey(LogoutOnPostMixin, PasswordResetFromKeyView):
    """Sets a new password from the link in a mail."""

    def get_success_url(self) -> str:
        """Return the page that says so; its sign-in leads on."""
        return str(self.passthrough_next_url(reverse("account_reset_password_from_key_done")))

"""Links in mails that are opened while signed in to another account."""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView


class LogoutOnPostMixin:
    """Keeps GET safe: opening a link of another account signs out only on POST."""

    request: Any

    def logout(self) -> None:
        """Logs out on POST; allauth would on GET."""
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]  # allauth's view comes next


class ConfirmEmail(LogoutOnPostMixin, ConfirmEmailView):
    """Confirms an e-mail address."""


class ResetPasswordFromKey(LogoutOnPostMixin, PasswordResetFromKeyView):
    """Sets a new password from the link in a mail."""

"""Links in mails about one account that are followed where somebody is signed in with another."""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView


class SignsOutByPress:
    """A look changes nothing: whoever is sent a link of somebody else's stays signed in until he presses the button."""

    request: Any

    def logout(self) -> None:
        """What allauth does as soon as it sees a link that is about another account."""
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]  # allauth's view comes next


class ConfirmAddress(SignsOutByPress, ConfirmEmailView):
    """The link that confirms an address."""


class NewPassword(SignsOutByPress, PasswordResetFromKeyView):
    """The link to a new password."""

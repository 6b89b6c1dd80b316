"""The form that deletes an account."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.auth.forms import PASSWORD_WIDGET
from accounts.models import User


class DeleteAccountForm(forms.Form):
    """Confirms the deletion of an account with the password, unless the user has just ``reauthenticated``."""

    words = forms.BooleanField(
        label=_("Also remove what I’ve written"),
        required=False,
        help_text=_(
            "Messages at tables, and your words in reports and appeals. Otherwise they stay, without your name."
        ),
    )
    password = forms.CharField(label=_("Your password"), strip=False, widget=PASSWORD_WIDGET)

    def __init__(self, user: User, *args: Any, reauthenticated: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if reauthenticated:
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("That’s not your password."), code="password")
        return password

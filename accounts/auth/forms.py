"""Forms of sign-in, sign-up and passwords: allauth's with our texts."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, SignupForm
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.profile.fields import DisplayNameField, _own_name

NEW, AGAIN = _("New password"), _("The same password again")


PASSWORD = forms.PasswordInput(attrs={"autocomplete": "current-password"})


class OurWords(forms.Form):
    """Labels and hints of our own for a form of allauth's."""

    labels: dict[str, Any] = {}
    help_texts: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)


class SignInForm(OurWords, LoginForm):
    """By name or address."""

    labels = {"login": _("User name or e-mail address")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class JoinForm(OurWords, SignupForm):
    """For a new account."""

    labels = {"username": _("User name"), "email": _("E-mail address"), "password2": AGAIN}
    help_texts = {
        "username": _("You sign in with it, and it is the address of your profile."),
        "email": _("Only for confirming it is you and for your own notices. Nobody sees it."),
    }


class ChangePasswordForm(OurWords, allauth_forms.ChangePasswordForm):
    """With the password so far."""

    labels = {"oldpassword": _("Your password so far"), "password1": NEW, "password2": AGAIN}


class SetPasswordForm(OurWords, allauth_forms.SetPasswordForm):
    """For an account that has none."""

    labels = {"password1": NEW, "password2": AGAIN}


class ForgottenForm(OurWords, allauth_forms.ResetPasswordForm):
    """Where the link to a new password is to go."""

    labels = {"email": _("E-mail address")}


class NewPasswordForm(OurWords, allauth_forms.ResetPasswordKeyForm):
    """Behind the link in the mail."""

    labels = {"password1": NEW, "password2": AGAIN}


class UpgradeForm(JoinForm):
    """With it a guest becomes a full account: the same row, so the same seats."""

    display_name = DisplayNameField(
        label=_("What others call you"), required=False, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    field_order = ["username", "display_name", "email", "password1", "password2"]

    def __init__(self, guest: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"display_name": guest.display_name}, **kwargs)
        self.guest = guest

    def clean_display_name(self) -> str:
        """One that is nobody else's."""
        return _own_name(self.cleaned_data["display_name"], self.guest)

    @transaction.atomic
    def upgrade(self, request: HttpRequest, guest: User) -> None:
        """Turn ``guest`` into an account whose address is still to be confirmed.

        Who asks never learns whether the address has an account already: its owner is told, by mail, as at sign-up.
        """
        guest.username, guest.display_name = self.cleaned_data["username"], self.cleaned_data["display_name"]
        guest.is_guest = False
        guest.set_password(self.cleaned_data["password1"])
        guest.save()
        update_session_auth_hash(request, guest)
        email = self.cleaned_data["email"]
        address = EmailAddress.objects.create(user=guest, email=email, primary=True)
        if self.account_already_exists:
            get_adapter(request).send_account_already_exists_mail(email)
        else:
            address.send_confirmation(request, signup=True)

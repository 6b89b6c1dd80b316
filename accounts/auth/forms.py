"""Forms for sign-in, sign-up and passwords: allauth's, with the site's own texts."""

from collections import deque
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, SignupForm
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.auth import address_claims, sign_in_attempts
from accounts.auth.revocation import revoke_all
from accounts.models import User
from accounts.profile.confusables import validate_not_confusable
from accounts.profile.fields import DisplayNameField, validate_own_display_name

NEW_PASSWORD = _("New password")
PASSWORD_HELP = _(
    "At least 12 characters; a few words in a row work well. Avoid common passwords, digits "
    "only, and anything from your names or this site."
)

PASSWORD_WIDGET = forms.PasswordInput(attrs={"autocomplete": "current-password"})


class FieldTextsMixin(forms.Form):
    """Replaces labels and help texts of an allauth form.

    Passwords can be shown, so no form asks for them twice: there is no second password field.
    """

    password2 = None
    labels: dict[str, Any] = {}
    help_texts: dict[str, Any] = {"password1": PASSWORD_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)


class SignInForm(FieldTextsMixin, LoginForm):
    labels = {"login": _("User name or e-mail address")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(FieldTextsMixin, SignupForm):
    labels = {"username": _("User name"), "email": _("E-mail address")}
    help_texts = FieldTextsMixin.help_texts | {
        "username": _("You sign in with it, and it’s part of your profile’s address."),
        "email": _("Only for confirming it’s you and for your own notifications. Other players never see it."),
    }

    def clean_username(self) -> str:
        """Return the user name. Names of unconfirmed accounts with the same address are available."""
        name = self.cleaned_data["username"]
        earlier = self._earlier_claims().filter(username__iexact=name).first()
        if earlier is None:
            return str(super().clean_username())
        validate_not_confusable(name, earlier)
        return str(get_adapter().clean_username(name, shallow=True))

    def _earlier_claims(self) -> QuerySet[User]:
        """Return the accounts that claim the typed address, which Django cleans only after the name."""
        try:
            email = self.fields["email"].clean(self.data.get("email", ""))
        except forms.ValidationError:
            return User.objects.none()
        return address_claims.accounts_claiming(email)

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """Create the account, replacing an unconfirmed one with the same address."""
        address_claims.replace(self.cleaned_data["email"])
        return super().save(request)

    def validate_unique_email(self, value: str) -> str:
        """Accept any address, so that the form does not reveal accounts; the owner is informed by mail."""
        return value


class ChangePasswordForm(FieldTextsMixin, allauth_forms.ChangePasswordForm):
    labels = {"oldpassword": _("Your current password"), "password1": NEW_PASSWORD}

    revoke = forms.BooleanField(
        label=_("End all other access to my account"),
        help_text=_(
            "Tick this if somebody else may have used your account. It revokes your tokens (your "
            "computer players’ too), programs, calendar and feed addresses, browser "
            "notifications and webhooks."
        ),
        required=False,
    )

    @transaction.atomic
    def save(self) -> None:
        """Change the password, and end all other access if requested.

        Raise `Refused` if the account has been erased, or its password has changed since the request began.
        """
        hold_account(self.user)
        super().save()
        if self.cleaned_data["revoke"]:
            revoke_all(self.user)


class SetPasswordForm(FieldTextsMixin, allauth_forms.SetPasswordForm):
    labels = {"password1": NEW_PASSWORD}


class ResetPasswordForm(FieldTextsMixin, allauth_forms.ResetPasswordForm):
    """Requests a mail with a link for resetting the password."""

    labels = {"email": _("E-mail address")}

    def clean_email(self) -> str:
        """Return the address, and find its accounts.

        Make the same number of queries for known and unknown addresses, so that timing does not reveal accounts.
        """
        email = super().clean_email()
        if self.users:
            deque(User.objects.filter(email=email.lower()).iterator(), maxlen=0)
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the mail. For an unknown address, run the same number of queries, so that the time reveals nothing."""
        if not self.users:
            addresses = EmailAddress.objects.filter(email=self.cleaned_data["email"].lower())
            addresses.filter(user=0).exists()
            list(addresses.values_list("email", flat=True))
        return super().save(request, **kwargs)


class ResetPasswordKeyForm(FieldTextsMixin, allauth_forms.ResetPasswordKeyForm):
    """Sets a new password through the link in the mail, and ends all other access."""

    labels = {"password1": NEW_PASSWORD}

    @transaction.atomic
    def save(self) -> None:
        super().save()
        revoke_all(self.user)


class ConfirmAddressForm(forms.Form):
    """Asks for the password of the account whose address is to be confirmed. Failures count as failed sign-ins."""

    password = forms.CharField(strip=False, widget=PASSWORD_WIDGET)

    def __init__(self, user: User, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.request = user, request
        self.fields["password"].label = _("%(name)s’s password") % {"name": user.username}

    def clean_password(self) -> str:
        """Return the password. Raise `ValidationError` if it is wrong, or after too many failures."""
        password = str(self.cleaned_data["password"])
        if seconds := sign_in_attempts.count(self.request, username=self.user.username):
            raise sign_in_attempts.too_many(seconds)
        if not self.user.check_password(password):
            sign_in_attempts.count_failure(self.request)
            raise forms.ValidationError(_("That’s not this account’s password."), code="password")
        sign_in_attempts.forgive(self.request, self.user)
        return password


class UpgradeForm(SignUpForm):
    """Turns a guest into a full account in the same row, so that the guest keeps all seats."""

    display_name = DisplayNameField(
        label=_("The name others see"), required=False, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    field_order = ["username", "display_name", "email", "password1"]

    def __init__(self, guest: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"display_name": guest.display_name}, **kwargs)
        self.guest = guest

    def clean_display_name(self) -> str:
        return validate_own_display_name(self.cleaned_data["display_name"], self.guest)

    @transaction.atomic
    def upgrade(self, request: HttpRequest, guest: User) -> None:
        """Turn ``guest`` into an account with an unconfirmed address.

        Do not reveal whether the address already has an account; as at sign-up, a mail informs its owner.
        """
        address_claims.replace(self.cleaned_data["email"])
        guest.username, guest.display_name = self.cleaned_data["username"], self.cleaned_data["display_name"]
        guest.is_guest = False
        guest.set_password(self.cleaned_data["password1"])
        guest.save()
        update_session_auth_hash(request, guest)
        address = EmailAddress.objects.create(user=guest, email=self.cleaned_data["email"], primary=True)
        address.send_confirmation(request, signup=True)

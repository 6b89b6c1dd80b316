"""What people fill in about themselves."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, SignupForm
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.likeness import check_likeness
from accounts.models import User
from accounts.names import clean_display_name
from accounts.nights import check_night
from accounts.refusals import Refused
from accounts.restrictions import check_may_write
from accounts.zones import zone_choices, zone_names

NEW, AGAIN = _("New password"), _("The same password again")
PASSWORD = forms.PasswordInput(attrs={"autocomplete": "current-password"})


class DisplayNameField(forms.CharField):
    """A name for others to read, tidied. Its length is judged after the tidying, so pasted spaces cost nothing."""

    def clean(self, value: Any) -> str:
        name = super().clean(value)
        return clean_display_name(name) if name else name


def _own_name(name: str, person: User) -> str:
    """What this person wants to be called from now on. Raises ValidationError where it may not be."""
    if name == person.display_name:
        return name
    try:
        check_may_write(person)
    except Refused as refused:
        raise forms.ValidationError(str(refused.message), code="silenced") from refused
    if name:
        check_likeness(name, person)
    return name


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


def _languages() -> list[tuple[str, Any]]:
    return [("", _("As the browser asks")), *settings.LANGUAGES]


class LanguageSelect(forms.Select):
    """Each language is marked as what it is, so that its name is pronounced right."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """With ``lang``."""
        option = super().create_option(name, value, *args, **kwargs)
        return option | {"attrs": option["attrs"] | ({"lang": value} if value else {})}


NIGHT_HOUR = forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class PreferencesForm(forms.ModelForm):
    """How somebody likes it here."""

    display_name = DisplayNameField(
        label=_("What others call you"),
        required=False,
        help_text=_("Up to 30 characters. Left empty, it is your user name."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(label=_("Language"), required=False, choices=_languages, widget=LanguageSelect)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=50,
        help_text=_("All deadlines on this site and in your mails use it."),
        widget=forms.Select,
    )
    theme = forms.ChoiceField(
        label=_("Colours"),
        required=False,
        choices=[("", _("As the system")), *User.Theme.choices],
        widget=forms.RadioSelect,
    )

    class Meta:
        model = User
        fields = ["display_name", "language", "time_zone", "theme", "night_from", "night_until"]
        labels = {"night_from": _("My night begins"), "night_until": _("My night ends")}
        widgets = {"night_from": NIGHT_HOUR, "night_until": NIGHT_HOUR}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.choices = _zones_with(self.instance.time_zone)

    def clean_display_name(self) -> str:
        """One that is nobody else's."""
        return _own_name(self.cleaned_data["display_name"], self.instance)

    def nights(self) -> list[forms.BoundField]:
        """The fields of the night hours."""
        return [self["night_from"], self["night_until"]]

    def clean(self) -> dict[str, Any]:
        """The night's two ends belong together."""
        cleaned = super().clean() or {}
        if "night_from" in cleaned and "night_until" in cleaned:
            try:
                check_night(cleaned["night_from"], cleaned["night_until"])
            except forms.ValidationError as error:
                self.add_error("night_until", error)
        return cleaned


def _zones_with(kept: str) -> list[Any]:
    """The zones to choose from, with the kept one even where it is none of the usual."""
    usual = zone_choices()
    listed = {name for _area, group in usual if isinstance(group, list) for name, _city in group} | {"UTC"}
    return usual if kept in listed or kept not in zone_names() else [(kept, kept), *usual]


class FarewellForm(forms.Form):
    """The confirmation before somebody's account is deleted: the password, or the press alone of whoever is ``known``
    to be the owner, because he has just shown it in another way or is a guest.
    """

    words = forms.BooleanField(
        label=_("Also remove what I have written"),
        required=False,
        help_text=_(
            "Messages at tables, and your words in reports and appeals. Otherwise they stay, without your name."
        ),
    )
    password = forms.CharField(label=_("Your password"), strip=False, widget=PASSWORD)

    def __init__(self, user: User, *args: Any, known: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if known:
            del self.fields["password"]

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="password")
        return password

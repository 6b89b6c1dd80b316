"""Passkey forms: validation of the browser's credential, and names for passkeys."""

import ipaddress
import struct
from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.webauthn import forms as allauth_forms
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.auth.forms import FieldTextsMixin

NAME_LENGTH = 60

MALFORMED_ERRORS = (ValueError, TypeError, AttributeError, LookupError, struct.error)
"""The errors that the WebAuthn libraries raise for a malformed credential."""


class CredentialField(forms.JSONField):
    """The credential as JSON. Rejects NUL characters, which databases can't store and browsers don't send."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Return the credential, a JSON object, or None if empty. Raise `ValidationError` for other values or a NUL."""
        try:
            found = super().to_python(value)
        except RecursionError as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        if found is not None and (not isinstance(found, dict) or "\\u0000" in str(value)):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found

    def bound_data(self, data: Any, initial: Any) -> None:
        """Return None: a rejected credential can't be resubmitted, and may be nested too deeply for parsing."""

    def prepare_value(self, value: Any) -> str:
        """Return an empty value, because a script fills in the field."""
        return ""


def _invalid_credential() -> forms.ValidationError:
    return forms.ValidationError(_("That passkey didn’t work. Try again, or sign in another way."), code="passkey")


class CredentialFormMixin(forms.Form):
    """A form that a script fills in with the browser's credential."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = CredentialField(
            error_messages={"required": _("Your browser didn’t answer. Allow scripts on this page and try again.")}
        )


class AuthenticateFormMixin(CredentialFormMixin):
    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]  # allauth's form comes next
        except MALFORMED_ERRORS as error:
            raise _invalid_credential() from error


class SignInForm(AuthenticateFormMixin, allauth_forms.LoginWebAuthnForm):
    """Signs in by passkey instead of name and password."""


class SecondStepForm(AuthenticateFormMixin, allauth_forms.AuthenticateWebAuthnForm):
    """Asks for a passkey after the password."""


class ReauthenticateForm(AuthenticateFormMixin, allauth_forms.ReauthenticateWebAuthnForm):
    """Asks for a passkey to reauthenticate, before a sensitive change or staff pages."""


class NameFormMixin(FieldTextsMixin):
    """A form for the name of a passkey, which only its owner sees."""

    labels = {"name": _("A name for it"), "passwordless": _("Sign in with this passkey alone, without a password")}
    help_texts = {
        "passwordless": _("It then asks for your fingerprint, face or PIN. Otherwise you use it after your password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.validators.append(MaxLengthValidator(NAME_LENGTH))
        name.widget.attrs |= {"maxlength": NAME_LENGTH, "autocomplete": "off"}


class AddForm(NameFormMixin, CredentialFormMixin, allauth_forms.AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean() or {}
        except MALFORMED_ERRORS as error:
            raise _invalid_credential() from error


class RenameForm(NameFormMixin, allauth_forms.EditWebAuthnForm):
    """Renames a passkey."""


def localhost_url(request: HttpRequest) -> str:
    """Return the localhost URL of a local site opened by IP address, where browsers store no passkeys.

    Return an empty string where passkeys work. Production sites have a host name.
    """
    here = urlsplit(f"//{request.get_host()}")
    if not settings.LOCAL or not _is_ip_address(here.hostname or ""):
        return ""
    return f"http://localhost:{here.port}" if here.port else "http://localhost"


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True

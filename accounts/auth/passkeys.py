"""Passkeys: what a browser's answer must be like, and what people call theirs."""

from __future__ import annotations

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

from accounts.auth.forms import OurWords

LONGEST = 60
"""Characters of a passkey's name."""

MALFORMED = (ValueError, TypeError, AttributeError, LookupError, struct.error)
"""What the libraries below raise for an answer that no browser gives; a ValidationError is none of them."""


class Answer(forms.JSONField):
    """What the browser says. No database takes a NUL in JSON, and no browser sends one."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """The answer, which is an object. Raises ValidationError."""
        try:
            found = super().to_python(value)
        except RecursionError as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        if found is not None and (not isinstance(found, dict) or "\\u0000" in str(value)):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found

    def bound_data(self, data: Any, initial: Any) -> None:
        """Nothing: what was refused is good for no second try, and may be too deep to be read at all."""

    def prepare_value(self, value: Any) -> str:
        """The field is empty until the browser has spoken."""
        return ""


def _nonsense() -> forms.ValidationError:
    return forms.ValidationError(_("The passkey did not fit. Try again, or sign in another way."), code="passkey")


class FromBrowser(forms.Form):
    """A form that a script fills in with what the browser says."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = Answer(
            error_messages={"required": _("The browser has said nothing. Allow scripts on this page and try again.")}
        )


class Shown(FromBrowser):
    """A passkey is shown."""

    def clean_credential(self) -> Any:
        """The passkey that fits. Raises ValidationError."""
        try:
            return super().clean_credential()  # type: ignore[misc]  # allauth's form comes next
        except MALFORMED as error:
            raise _nonsense() from error


class SignInForm(Shown, allauth_forms.LoginWebAuthnForm):
    """Instead of name and password."""


class SecondStepForm(Shown, allauth_forms.AuthenticateWebAuthnForm):
    """After the password."""


class AgainForm(Shown, allauth_forms.ReauthenticateWebAuthnForm):
    """Once more, before something is changed or staff's pages open."""


class Named(OurWords):
    """A passkey and its name, which its owner alone reads."""

    labels = {"name": _("What you call it"), "passwordless": _("Sign in with it alone, without the password")}
    help_texts = {
        "passwordless": _("Then it asks for your finger, face or PIN. Otherwise it is asked for after the password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.validators.append(MaxLengthValidator(LONGEST))
        name.widget.attrs |= {"maxlength": LONGEST, "autocomplete": "off"}


class AddForm(Named, FromBrowser, allauth_forms.AddWebAuthnForm):
    """A new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        """The passkey, read and checked. Raises ValidationError."""
        try:
            return super().clean() or {}
        except MALFORMED as error:
            raise _nonsense() from error


class RenameForm(Named, allauth_forms.EditWebAuthnForm):
    """Another name for it."""


def instead(request: HttpRequest) -> str:
    """Where this page is open for passkeys, if it is not here: browsers keep none for a bare number.

    Empty where they work. A real site has a name.
    """
    here = urlsplit(f"//{request.get_host()}")
    if not settings.LOCAL or not _is_number(here.hostname or ""):
        return ""
    return f"http://localhost:{here.port}" if here.port else "http://localhost"


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True

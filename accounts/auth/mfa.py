"""The second step of signing in: codes of an app, and those that are kept for the day on which the phone is gone."""

from __future__ import annotations

import logging
from base64 import b32encode
from secrets import token_bytes
from typing import Any
from urllib.parse import urlsplit

import qrcode
from allauth.core import context
from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathImage

from accounts.auth.encryption import Shut, seal, unseal
from accounts.auth.forms import OurWords
from accounts.auth.user_agents import name_of
from accounts.models import User

log = logging.getLogger(__name__)


class SecondStepAdapter(DefaultMFAAdapter):
    """allauth's choices, in our words, and with nothing in the database that opens an account."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That did not fit, or has been used before. Try again with the code that is shown now."),
        "cannot_generate_recovery_codes": _("Recovery codes are for accounts with a second step. Set one up first."),
    }

    def get_totp_label(self, user: User) -> str:
        """The app shows it: the name with which one signs in, and not the address."""
        return user.username

    def build_totp_svg(self, url: str) -> str:
        """A picture that is part of the page: no address of data, which a strict policy refuses."""
        return str(qrcode.make(url, image_factory=SvgPathImage).to_string(encoding="unicode"))

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """What a passkey is called before anybody gives it a name: after the browser."""
        return name_of(context.request.headers.get("User-Agent", "")) or gettext("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """For which site a passkey is good: the one in SITE_URL; on somebody's own machine, whatever it is called."""
        host = context.request.get_host() if settings.LOCAL else urlsplit(settings.SITE_URL).netloc
        return {"id": host.partition(":")[0], "name": "The Back Room"}

    def encrypt(self, text: str) -> str:
        """What lies in the database."""
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret again. Without its key it is one that nobody knows, so that no code fits."""
        try:
            return unseal(encrypted_text)
        except Shut:
            log.warning("A second step was sealed with a SECRET_KEY that is gone; no code fits it any more")
            return b32encode(token_bytes(20)).decode()


class OnlyOnce(forms.Form):
    """A code that has opened the door is of no use to who looked over a shoulder.

    allauth remembers it for half a minute; with the tolerance for clocks that are wrong it is good for longer.
    """

    user: User

    def clean_code(self) -> str:
        """The code, if it is right and new. Raises ValidationError."""
        code: str = super().clean_code()  # type: ignore[misc]  # allauth's form comes next
        digits = "".join(filter(str.isalnum, code))
        used = salted_hmac("accounts.second_step", f"{self.user.pk} {digits}").hexdigest()
        good_for = app_settings.TOTP_PERIOD * (1 + 2 * app_settings.TOTP_TOLERANCE)
        if not cache.add(f"second-step:{used}", True, good_for):
            raise SecondStepAdapter().validation_error("incorrect_code")
        return code


class CodeWords(OurWords):
    """One field for a code of the app and for a recovery code."""

    labels = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocapitalize": "off", "spellcheck": "false"}


class CodeForm(OnlyOnce, CodeWords, AuthenticateForm):
    """After the password."""


class CodeAgainForm(OnlyOnce, CodeWords, ReauthenticateForm):
    """Once more, before something is changed or staff's pages open."""


class FirstCodeForm(CodeWords, ActivateTOTPForm):
    """With it the app shows that it has the key."""

    labels = {"code": _("The code that the app shows now")}

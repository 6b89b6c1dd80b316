"""Multi-factor authentication: TOTP codes and recovery codes."""

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

from accounts.access.encryption import DecryptionError, decrypt, encrypt
from accounts.auth.forms import FieldTextsMixin
from accounts.models import User
from accounts.profile.user_agents import name_of

log = logging.getLogger(__name__)


class MFAAdapter(DefaultMFAAdapter):
    """Adapts allauth's MFA: own messages, and secrets encrypted in the database."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That code is wrong or already used. Try the one your app shows now."),
        "cannot_generate_recovery_codes": _("Recovery codes are for accounts with a second step. Set one up first."),
    }

    def get_totp_label(self, user: User) -> str:
        return user.username

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as inline SVG, since the Content-Security-Policy is strict."""
        return str(qrcode.make(url, image_factory=SvgPathImage).to_string(encoding="unicode"))

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return the browser's name as the default name of a passkey."""
        return name_of(context.request.headers.get("User-Agent", "")) or gettext("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the relying party: the host of SITE_URL or, on a local site, the host of the request."""
        host = context.request.get_host() if settings.LOCAL else urlsplit(settings.SITE_URL).netloc
        return {"id": host.partition(":")[0], "name": "The Back Room"}

    def encrypt(self, text: str) -> str:
        return encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret or, if its key is lost, a random one that no code matches."""
        try:
            return decrypt(encrypted_text)
        except DecryptionError:
            log.warning("A second step was sealed with a SECRET_KEY that is gone; no code fits it any more")
            return b32encode(token_bytes(20)).decode()


class SingleUseCodeMixin(forms.Form):
    """Rejects a code that has been used before.

    Allauth remembers codes for only half a minute, but the tolerance for wrong clocks keeps them valid for longer.
    """

    user: User

    def clean_code(self) -> str:
        """Return the code. Raise `ValidationError` if it is wrong or was used before."""
        code: str = super().clean_code()  # type: ignore[misc]  # allauth's form comes next
        digits = "".join(filter(str.isalnum, code))
        used = salted_hmac("accounts.second_step", f"{self.user.pk} {digits}").hexdigest()
        good_for = app_settings.TOTP_PERIOD * (1 + 2 * app_settings.TOTP_TOLERANCE)
        if not cache.add(f"second-step:{used}", True, good_for):
            raise MFAAdapter().validation_error("incorrect_code")
        return code


class CodeFieldMixin(FieldTextsMixin):
    """A form with one field for both TOTP and recovery codes."""

    labels = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocapitalize": "off", "spellcheck": "false"}


class CodeForm(SingleUseCodeMixin, CodeFieldMixin, AuthenticateForm):
    """Asks for a code after the password."""


class ReauthenticateCodeForm(SingleUseCodeMixin, CodeFieldMixin, ReauthenticateForm):
    """Asks for a code to reauthenticate, before a sensitive change or staff pages."""


class ActivateCodeForm(CodeFieldMixin, ActivateTOTPForm):
    labels = {"code": _("The code your app shows now")}

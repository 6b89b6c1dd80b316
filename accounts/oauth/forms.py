"""Forms for giving permissions to a program, and for registering a program."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.idp.oidc.forms import AuthorizationForm, ConfirmCodeForm
from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from accounts.models import Token
from accounts.oauth import devices
from accounts.oauth.programs import Kind
from accounts.oauth.redirect_uris import clean_redirects
from accounts.oauth.scopes import Meaning, meanings
from accounts.profile.confusables import validate_not_official
from accounts.validators.names import validate_display_name

Redirects = list[str]

LONGEST_CODE = 40
"""The maximum length of a typed code; longer texts are invalid and must not be cache keys."""


class ConsentForm(AuthorizationForm):
    """The scopes requested by a program, each of which the user can decline. ``back`` is the signed redirect target."""

    back = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._meanings = meanings(kwargs["requested_scopes"])
        choices = self.fields["scopes"]
        assert isinstance(choices, forms.MultipleChoiceField)
        choices.label = _("What can the program do?")
        choices.choices = [(each.scope, each.label) for each in self._meanings]
        choices.error_messages["required"] = _("Choose what it may do.")

    @property
    def scope_boxes(self) -> list[tuple[BoundWidget, Meaning]]:
        return list(zip(self["scopes"], self._meanings, strict=True))


class UserCodeForm(ConfirmCodeForm):
    """The code displayed by a device, and the device's request."""

    asked: devices.Asked

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = _("The code that the device shows")
        code.widget.attrs = {"class": "field", "autocomplete": "one-time-code", "autocapitalize": "characters"}

    def clean_code(self) -> str:
        """Return the code. Raise `ValidationError` if no device currently displays it."""
        if len(self.cleaned_data["code"]) > LONGEST_CODE:
            raise get_adapter().validation_error("incorrect_code")
        code = super().clean_code()
        asked = devices.find(self.device_code)
        if asked is None:
            raise get_adapter().validation_error("incorrect_code")
        self.asked = asked
        return code


class ProgramForm(forms.Form):
    name = forms.CharField(
        label=_("Its name"),
        help_text=_("People see it next to your name when they’re asked for access."),
        max_length=Token.NAME,
        validators=[validate_display_name, validate_not_official],
        widget=forms.TextInput(attrs={"class": "field", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=_("Where does it run?"),
        help_text=_(
            "A program on a server can keep a secret and use it to act for you. Anywhere else it gets no secret."
        ),
        choices=Kind.choices,
        initial=Kind.SERVER,
        widget=forms.RadioSelect(attrs={"class": "vh"}),
    )
    redirects = forms.CharField(
        label=_("Where should we send people back to?"),
        help_text=_(
            "One address per line. Leave it empty for a device that shows a code, or a program that acts only for you."
        ),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"class": "field", "rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_redirects(self) -> Redirects:
        return clean_redirects(self.cleaned_data["redirects"])

"""Forms for bots: user name, display name, and webhook address."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.profile.confusables import validate_not_confusable
from accounts.validators.names import DISPLAY_NAME_LENGTH, USERNAME_LENGTH, clean_display_name, validate_username
from games.notifications.forms import AddressField


class BotForm(forms.Form):
    username = forms.CharField(
        label=_("User name"),
        help_text=_("People use it to invite the computer player and to find its profile. You can’t change it later."),
        max_length=USERNAME_LENGTH,
        validators=[validate_username],
        widget=forms.TextInput(
            attrs={"class": "field", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def clean_username(self) -> str:
        """Return the name. Raise `ValidationError` if it is taken or resembles the name of another user."""
        name: str = self.cleaned_data["username"]
        validate_not_confusable(name)
        return name


class BotNameForm(forms.Form):
    """The bot's display name, shown together with its owner."""

    display_name = forms.CharField(
        label=_("Display name"),
        help_text=_("Leave it empty to show the user name."),
        max_length=DISPLAY_NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"class": "field", "autocomplete": "off"}),
    )

    def __init__(self, bot: User, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"display_name": bot.display_name})
        self.bot = bot

    def clean_display_name(self) -> str:
        """Return the name as stored. Raise `ValidationError` if it resembles the name of another user."""
        name: str = self.cleaned_data["display_name"].strip()
        if name:
            name = clean_display_name(name)
            validate_not_confusable(name, self.bot)
        return name


class AddressForm(forms.Form):
    address = AddressField(
        help_text=_("It begins with https://. We post each turn there, and your program can answer with its move.")
    )

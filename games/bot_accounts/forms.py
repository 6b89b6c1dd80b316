"""The address at which a computer player from outside is asked for its moves."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.notifications.net.public_urls import MAX_LENGTH


class AddressForm(forms.Form):
    """The address; games/notifications/channels/webhook.py checks it."""

    address = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https://. Each turn is posted there, and the answer may be the move."),
        max_length=MAX_LENGTH,
        error_messages={"required": _("Enter the address to post to.")},
        widget=forms.TextInput(
            attrs={
                "class": "field",
                "inputmode": "url",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )

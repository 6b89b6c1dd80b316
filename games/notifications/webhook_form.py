"""The form of a new webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Webhook
from games.notifications.net.public_urls import LONGEST


class WebhookForm(forms.Form):
    """What is posted where; whether anything may be posted there, games/notifications/channels/webhooks.py checks."""

    form = forms.ChoiceField(
        label=_("Kind"), choices=Webhook.Form.choices, widget=forms.Select(attrs={"class": "field"})
    )
    address = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https:// and is as good as a password: give it to nobody."),
        max_length=LONGEST,
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

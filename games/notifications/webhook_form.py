"""The form of a new webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Webhook
from games.notifications.net.public_urls import MAX_LENGTH


class WebhookForm(forms.Form):
    """The format and the address of a new webhook; games/notifications/channels/webhook.py checks the address."""

    form = forms.ChoiceField(
        label=_("Kind"),
        choices=[(form.value, form.label) for form in Webhook.Form if form != Webhook.Form.PLAYER],
        widget=forms.Select(attrs={"class": "field"}),
    )
    address = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https:// and is as good as a password: give it to nobody."),
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

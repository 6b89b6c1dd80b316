"""The form of a new webhook, and its field for an address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Webhook
from games.notifications.net.public_urls import MAX_LENGTH


class AddressField(forms.CharField):
    """An address to post to; games/notifications/channels/webhook.py checks it."""

    def __init__(self, **options: Any) -> None:
        plain = {"inputmode": "url", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        plain["data-secret"] = "true"  # it is as good as a password
        super().__init__(
            label=_("Address"),
            max_length=MAX_LENGTH,
            error_messages={"required": _("Enter the address to post to.")},
            widget=forms.TextInput(attrs={"class": "field", **plain}),
            **options,
        )


class WebhookForm(forms.Form):
    """The format and the address of a new webhook."""

    form = forms.ChoiceField(
        label=_("Kind"),
        choices=[(form.value, form.label) for form in Webhook.Form if form != Webhook.Form.PLAYER],
        widget=forms.Select(attrs={"class": "field"}),
    )
    address = AddressField(help_text=_("It begins with https:// and is as good as a password: give it to nobody."))

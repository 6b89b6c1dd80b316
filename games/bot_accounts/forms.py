"""The address at which a computer player from outside is asked for its moves."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.notifications.webhook_form import AddressField


class AddressForm(forms.Form):
    """The address."""

    address = AddressField(
        help_text=_("It begins with https://. Each turn is posted there, and the answer may be the move.")
    )

"""The form field of a display name."""

from __future__ import annotations

from typing import Any

from django import forms

from accounts.access.refusals import Refused
from accounts.access.restrictions import check_may_write
from accounts.models import User
from accounts.profile.confusables import check_likeness
from accounts.profile.names import clean_display_name


class DisplayNameField(forms.CharField):
    """A name for others to read, tidied. Its length is judged after the tidying, so pasted spaces cost nothing."""

    def clean(self, value: Any) -> str:
        name = super().clean(value)
        return clean_display_name(name) if name else name


def _own_name(name: str, person: User) -> str:
    """What this person wants to be called from now on. Raises ValidationError where it may not be."""
    if name == person.display_name:
        return name
    try:
        check_may_write(person)
    except Refused as refused:
        raise forms.ValidationError(str(refused.message), code="silenced") from refused
    if name:
        check_likeness(name, person)
    return name

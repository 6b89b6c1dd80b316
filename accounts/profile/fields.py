"""The form fields for texts that other users read."""

from typing import Any

from django import forms

from accounts.access.restrictions import check_may_write
from accounts.models import User
from accounts.profile.confusables import validate_not_confusable
from accounts.refusals import Refused
from accounts.validators.about_me import clean_about_me
from accounts.validators.names import clean_display_name


class DisplayNameField(forms.CharField):
    """A display name, normalized before its length is checked, so that pasted spaces do not count."""

    def clean(self, value: Any) -> str:
        name = super().clean(value)
        return clean_display_name(name) if name else name


class AboutMeField(forms.CharField):
    def clean(self, value: Any) -> str:
        return clean_about_me(super().clean(value))


def validate_may_write(person: User) -> None:
    try:
        check_may_write(person)
    except Refused as refused:
        raise forms.ValidationError(str(refused.message), code="restricted") from refused


def validate_own_display_name(name: str, person: User) -> str:
    """Return the new display name of ``person``. Raise `ValidationError` if they can't use it."""
    if name == person.display_name:
        return name
    validate_may_write(person)
    if name:
        validate_not_confusable(name, person)
    return name

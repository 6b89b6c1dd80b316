"""A form field for a user, chosen by user name instead of primary key."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class PersonByName(forms.ModelChoiceField):
    widget = forms.TextInput
    default_error_messages = {"invalid_choice": _("Nobody here has this user name.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs = {name: kwargs[name] for name in ("label", "help_text", "required") if name in kwargs}
        super().__init__(User.objects.all(), to_field_name="username", **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the name of the user with this key, or a typed name unchanged."""
        if isinstance(value, int):
            return User.objects.filter(pk=value).values_list("username", flat=True).first()
        return super().prepare_value(value)

    def to_python(self, value: Any) -> Any:
        name = str(value or "").strip().removeprefix("@")
        if not name.isprintable():  # PostgreSQL rejects a NUL in a query
            raise forms.ValidationError(self.error_messages["invalid_choice"], code="invalid_choice")
        exact = User.objects.filter(username__iexact=name).values_list("username", flat=True).first()
        return super().to_python(exact or name)

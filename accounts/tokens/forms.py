"""The form that creates a token."""

from datetime import datetime, timedelta

from django import forms
from django.db.models import TextChoices
from django.forms.boundfield import BoundWidget
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Token
from accounts.validators.names import validate_display_name

Scope = Token.Scope

HELP = {
    Scope.ACCOUNT_READ: _("My name, ratings and quotas, but never my e-mail address."),
    Scope.TABLES_READ: _("What I can see: my cards, legal moves and deadlines."),
    Scope.PLAY: _("Also open and join tables, leave, undo, resign, invite and vote."),
    Scope.CHAT_WRITE: _("Under my name."),
}


class Lifetime(TextChoices):
    MONTH = "month", _("30 days")
    YEAR = "year", _("A year")
    REVOKED = "revoked", _("Until I revoke it")


_LASTS = {Lifetime.MONTH: timedelta(days=30), Lifetime.YEAR: timedelta(days=365)}


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What is it for?"),
        help_text=_("A name you’ll recognise, such as “laptop”."),
        max_length=Token.NAME,
        validators=[validate_display_name],
        widget=forms.TextInput(attrs={"class": "field", "autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"),
        choices=Scope.choices,
        initial=[Scope.TABLES_READ, Scope.PLAY],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose what it may do.")},
    )
    lifetime = forms.ChoiceField(
        label=_("How long should it last?"),
        choices=Lifetime.choices,
        initial=Lifetime.YEAR,
        widget=forms.RadioSelect(attrs={"class": "vh"}),
    )

    @property
    def ends_at(self) -> datetime | None:
        lasts = _LASTS.get(Lifetime(self.cleaned_data["lifetime"]))
        return None if lasts is None else timezone.now() + lasts

    @property
    def scope_boxes(self) -> list[tuple[BoundWidget, str, str]]:
        return [(box, scope.value, str(HELP[scope])) for box, scope in zip(self["scopes"], Scope, strict=True)]

"""The filter of a user's list of games."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.validators.names import USERNAME_LENGTH
from games.rules import RULES
from games.stats.results import DRAWN, LOST, RUNNING, STOPPED, WON, PlayedGame

NO_USER = 0


def game_choices() -> list[tuple[str, Any]]:
    return [("", _("Any game")), *((variant, gettext(rules.engine.NAME)) for variant, rules in RULES.items())]


def select() -> forms.Select:
    return forms.Select(attrs={"class": "field filter-select"})


class GamesFilter(forms.Form):
    """Filter by game, opponent, result and year. Invalid choices are ignored; an unknown opponent matches no game."""

    game = forms.ChoiceField(label=_("Game"), required=False, choices=game_choices, widget=select())
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("Any result")),
            (WON, pgettext_lazy("games", "Won")),
            (LOST, pgettext_lazy("games", "Lost")),
            (DRAWN, pgettext_lazy("games", "Drawn")),
            (STOPPED, _("Without a result")),
            (RUNNING, _("Still running")),
        ],
        widget=select(),
    )
    year = forms.TypedChoiceField(label=_("Year"), required=False, coerce=int, widget=select())
    opponent = forms.CharField(
        label=_("With (user name)"),
        required=False,
        max_length=USERNAME_LENGTH,
        widget=forms.TextInput(
            attrs={"class": "field", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, data: Any, played: Sequence[PlayedGame]) -> None:
        super().__init__(data)
        years = sorted({one.year for one in played if one.year is not None}, reverse=True)
        year_field = cast(forms.ChoiceField, self.fields["year"])
        year_field.choices = [("", _("Any year")), *((year, str(year)) for year in years)]
        self.played = played

    def chosen(self) -> list[PlayedGame]:
        self.full_clean()
        wanted = self.cleaned_data
        met = _user_key(wanted["opponent"]) if wanted.get("opponent") else None
        return [
            one
            for one in self.played
            if (not wanted.get("game") or one.variant == wanted["game"])
            and (not wanted.get("result") or one.how == wanted["result"])
            and (not wanted.get("year") or one.year == wanted["year"])
            and (met is None or met in one.met)
        ]


def _user_key(name: str) -> int:
    """Return the key of the user with this user name, or NO_USER."""
    people = User.objects.filter(username__iexact=name.removeprefix("@"), erased_at=None)
    return people.values_list("pk", flat=True).first() or NO_USER

"""Forms of the lobby; the game's rules validate the options."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django import forms
from django.db.models import F, QuerySet
from django.http import Http404, QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.i18n.lists import percent
from accounts.profile.confusables import default_name, validate_not_confusable
from accounts.validators.names import DISPLAY_NAME_LENGTH, clean_display_name, validate_table_name
from games.lobby.practice import FIRST_LEVEL, level_choices
from games.lobby.time_controls import DEFAULT_PRESET, PACES, PRESETS, TimeForm, pace_choices, preset_choices, radio
from games.models import Game
from games.rules import RULES
from games.rules.contract import BadOption
from games.rules.game import Rules
from games.rules.vocabulary import Option
from games.stats.game_filters import game_choices, select

NAME_LENGTH = 40
PAIR = 2


def chosen_rules(data: QueryDict) -> Rules:
    """Return the game in the field ``game``, by default the first. Raise `Http404` for an unknown game."""
    if "game" not in data:
        return next(iter(RULES.values()))
    if (rules := RULES.get(str(data["game"]))) is None:
        raise Http404
    return rules


class GuestForm(forms.Form):
    """The name of a visitor without an account: the form suggests a name, and an empty field gets a generated one."""

    guest_name = forms.CharField(
        label=_("Your name"),
        help_text=_("The name the others at the table see. Keep it, or write your own."),
        initial=default_name,
        max_length=DISPLAY_NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"class": "field", "autocomplete": "nickname"}),
    )

    def clean_guest_name(self) -> str:
        name: str = self.cleaned_data["guest_name"]
        if name:
            name = clean_display_name(name)
            validate_not_confusable(name)
        return name


def _seat_choices() -> list[tuple[Any, Any]]:
    most = max(rules.engine.SEATS[-1] for rules in RULES.values())
    return [("", _("Any number")), *((count, _("%(count)d or more") % {"count": count}) for count in range(2, most))]


class LobbyFilter(forms.Form):
    """Filter for open tables; invalid values are ignored."""

    game = forms.ChoiceField(label=_("Game"), required=False, choices=game_choices, widget=select())
    free = forms.TypedChoiceField(
        label=_("Free seats"), required=False, choices=_seat_choices, coerce=int, widget=select()
    )
    pace = forms.ChoiceField(
        label=_("Time"), required=False, choices=lambda: [("", _("Any pace")), *pace_choices()], widget=select()
    )

    def apply(self, tables: QuerySet[Any]) -> QuerySet[Any]:
        """Return the matching tables of ``tables``, which must be annotated with ``taken``."""
        self.full_clean()
        if variant := self.cleaned_data.get("game"):
            tables = tables.filter(variant=variant)
        if pace := self.cleaned_data.get("pace"):
            tables = tables.filter(**PACES[pace].fields)
        return tables.filter(taken__lte=F("size") - (self.cleaned_data.get("free") or 1))


def _key(value: object) -> str:
    return str(value).lower()


class OptionRadios(forms.RadioSelect):
    """The choices of an option as radio buttons, with an attribute that marks usual values for the style sheet."""

    def __init__(self, usual: Collection[str]) -> None:
        super().__init__(attrs={"class": "vh"})
        self.usual = usual

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-usual"] = value in self.usual
        return option


class OptionField(forms.TypedChoiceField):
    """An option of a game; its cleaned value is the choice's value in the rules.

    Both orders of answers are usual (``is_order``): they are no house rules.
    """

    def __init__(self, option: Option, *, is_order: bool = False) -> None:
        values = {_key(choice.value): choice.value for choice in option.choices}
        super().__init__(
            label=gettext(option.label),
            help_text=gettext(option.help),
            choices=[(_key(choice.value), gettext(choice.label)) for choice in option.choices],
            coerce=values.__getitem__,
            initial=_key(option.default),
            widget=OptionRadios(values if is_order else [_key(option.default)]),
        )


def _reliability_choices() -> list[tuple[int, Any]]:
    percents = ((least, _("At least %(percent)s") % {"percent": percent(least)}) for least in Game.RELIABILITIES)
    return [(0, pgettext_lazy("whom a table takes", "Anyone")), *percents]


class InviteForm(forms.Form):
    """The game and pace for inviting a friend. The default is the first game at the usual pace."""

    game = forms.ChoiceField(
        label=_("Which game"),
        choices=lambda: [(rules.engine.VARIANT, gettext(rules.engine.NAME)) for rules in RULES.values()],
        required=False,
        widget=radio(),
    )
    quick = forms.ChoiceField(
        label=_("How fast"), choices=preset_choices, initial=DEFAULT_PRESET, required=False, widget=radio()
    )

    @property
    def rules(self) -> Rules:
        return RULES[self.cleaned_data["game"] or next(iter(RULES))]

    @property
    def time_fields(self) -> dict[str, Any]:
        return PRESETS[self.cleaned_data["quick"] or DEFAULT_PRESET].fields


class Company(NamedTuple):
    label: Any
    help: Any


COMPANY: dict[str, Company] = {
    "anyone": Company(_("Anyone"), _("it’s listed in the lobby, and anyone may watch")),
    "invited": Company(
        pgettext_lazy("with whom", "Friends, with a link"), _("you get a link to send; nobody else sees the table")
    ),
}


class OpenTableForm(TimeForm):
    name = forms.CharField(
        label=_("Name of the table"),
        max_length=NAME_LENGTH,
        validators=[validate_table_name],
        widget=forms.TextInput(attrs={"class": "field", "autocomplete": "off"}),
    )
    public = forms.TypedChoiceField(
        label=_("Who can join"),
        choices=[(key, company.label) for key, company in COMPANY.items()],
        coerce=lambda value: value == "anyone",
        initial="anyone",
        widget=radio(),
    )
    any_computer = forms.BooleanField(
        label=_("Computers from outside"),
        help_text=_(
            "Computer players from outside may join too: they’re other people’s programs. Everyone sees whose they are."
        ),
        required=False,
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_(
            "The result counts for the ratings if the table is public and no guests or computer players sit there."
        ),
        required=False,
        initial=True,
    )
    least_reliable = forms.TypedChoiceField(
        label=_("Turns played on time"),
        help_text=_(
            "The share of their last hundred turns that players must have played on time to sit down at a "
            "public table. People you invite by name and people with fewer than ten turns may always sit "
            "down."
        ),
        choices=_reliability_choices,
        coerce=int,
        initial=0,
        widget=radio(),
    )
    hand_labels = forms.BooleanField(
        label=_("Hand labels"),
        help_text=_(
            "The table names the hand that each player’s open cards make. It never gives away anything hidden."
        ),
        required=False,
        initial=True,
    )
    odds = forms.BooleanField(
        label=_("Odds"),
        help_text=_(
            "The table tells each player how likely a draw is to complete their hand, judging only by what "
            "that player can see."
        ),
        required=False,
    )

    def __init__(self, rules: Rules, name: str, data: QueryDict | None = None, *, friends: bool = False) -> None:
        """Create the form. With ``friends``, the initial values are those of a private table with the fewest seats."""
        size = rules.engine.SEATS[0] if friends else _usual_size(rules)
        initial = {"public": "invited", "size": size} if friends else {}
        super().__init__(data, initial={"name": name[:NAME_LENGTH], **_usual_order(rules, size), **initial})
        self.rules = rules
        self.fields["size"] = forms.TypedChoiceField(
            label=_("Seats"),
            choices=[(seats, seats) for seats in rules.engine.SEATS],
            coerce=int,
            initial=_usual_size(rules),
            widget=radio(),
        )
        self.fields["computers"] = forms.TypedChoiceField(
            label=_("Computer players"),
            help_text=_("They sit down right away, and their turns take seconds."),
            choices=[(count, count) for count in range(rules.engine.SEATS[-1])],
            coerce=int,
            initial=0,
            widget=radio(),
        )
        self.fields["level"] = forms.ChoiceField(
            label=_("Strength"),
            choices=level_choices,
            initial=FIRST_LEVEL,
            required=False,
            widget=forms.Select(attrs={"class": "field"}),
        )
        if not rules.presentation.HAND_RANKINGS:
            del self.fields["hand_labels"]
        if not rules.presentation.has_odds:
            del self.fields["odds"]
        self._orders = [_field(option) for option in rules.engine.OPTIONS if option.name in rules.presentation.AT_ONCE]
        self.fields |= {
            (name := _field(option)): OptionField(option, is_order=name in self._orders)
            for option in rules.engine.OPTIONS
        }
        for field in self.fields.values():
            field.error_messages["required"] = _("Choose one.")
        self.fields["name"].error_messages["required"] = _("Give the table a name.")

    def clean(self) -> None:
        """Check the computer players against the seats, and the options against the seats and each other."""
        if self.errors:
            return
        if self.cleaned_data["computers"] >= self.cleaned_data["size"]:
            self.add_error("computers", _("There are more computer players than free seats."))
        try:
            self.rules.engine.check_options(self._options(), self.cleaned_data["size"])
        except BadOption as bad:
            self.add_error(self._field_name_for(bad), gettext(bad.reason))

    def _field_name_for(self, bad: BadOption) -> str | None:
        field = "size" if bad.name == "seats" else f"option_{bad.name}"
        return field if field in self.fields else None

    def _options(self) -> dict[str, Any]:
        return {option.name: self.cleaned_data[_field(option)] for option in self.rules.engine.OPTIONS}

    def answer_orders(self) -> list[forms.BoundField]:
        """Return the field for the order of answers, if the game has one."""
        return [self[name] for name in self._orders]

    def option_fields(self) -> list[forms.BoundField]:
        """Return the fields of the house rules."""
        return [self[name] for option in self.rules.engine.OPTIONS if (name := _field(option)) not in self._orders]

    def table(self) -> dict[str, Any]:
        """Return the keyword arguments for ``play.open_table``."""
        plain = ("name", "size", "public", "any_computer", "rated", "least_reliable", "hand_labels", "odds")
        bots = [self.cleaned_data["level"] or FIRST_LEVEL.value] * self.cleaned_data["computers"]
        facts = {name: self.cleaned_data[name] for name in plain if name in self.fields}
        if not facts["public"]:
            facts |= {"rated": False, "least_reliable": 0}
        if bots:
            facts["rated"] = False
        facts |= self.time_fields()
        if self.cleaned_data["computers"] == self.cleaned_data["size"] - 1:
            facts["clock"] = Game.Clock.NONE
        return facts | {"variant": self.rules.engine.VARIANT, "options": self._options(), "bots": bots}


def _field(option: Option) -> str:
    return f"option_{option.name}"


def _usual_size(rules: Rules) -> int:
    return min(4, rules.engine.SEATS[-1])


def _usual_order(rules: Rules, size: int) -> dict[str, str]:
    """Return the form's value for answers all at once, if so many players should answer like that."""
    at_once = rules.presentation.AT_ONCE if size > PAIR else {}
    return {f"option_{name}": _key(value) for name, value in at_once.items()}

"""The time controls of a new table: its clock, and the consequences of absence."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games import clock
from games.models import Game


@dataclass(frozen=True)
class Pace:
    """A clock, in hours except ``minutes``: time per turn, or a reserve with its increment per turn and its cap."""

    turn: int = 0
    minutes: int = 0
    reserve: int = 0
    added: int = 0
    cap: int = 0

    @property
    def key(self) -> str:
        if self.minutes:
            return f"{self.minutes}m"
        return str(self.turn or f"{self.reserve}-{self.added}-{self.cap}")

    @property
    def kind(self) -> str:
        return str(Game.Clock.TURN if self.turn or self.minutes else Game.Clock.BANK)

    @property
    def label(self) -> str:
        turn, reserve = timedelta(hours=self.turn, minutes=self.minutes), timedelta(hours=self.reserve)
        added, cap = timedelta(hours=self.added), timedelta(hours=self.cap)
        return clock.pace_label(clock.Terms(self.kind, turn, reserve, added, cap))

    @property
    def fields(self) -> dict[str, Any]:
        if self.turn or self.minutes:
            return {"clock": self.kind, "pace_hours": self.turn, "pace_minutes": self.minutes}
        return {"clock": self.kind, "bank_hours": self.reserve, "added_hours": self.added, "cap_hours": self.cap}


DEFAULT_PACE = Pace(turn=48)
PACES: dict[str, Pace] = {
    pace.key: pace
    for pace in (
        Pace(minutes=15),
        *(Pace(turn=hours) for hours in Game.PACES),
        Pace(reserve=48, added=8, cap=96),
        Pace(reserve=96, added=12, cap=168),
        Pace(reserve=240, added=24, cap=336),
    )
}


SHORT = [str(hours) for hours in Game.SHORT_PACES]
FEW, OWN = "few", "own"


class Preset(NamedTuple):
    """A preset for all time controls: a label, an explanation, and the values of Game's fields."""

    label: Any
    help: Any
    fields: dict[str, Any]


DAILY_RESTS: dict[str, dict[str, Any]] = {
    "none": {"nights_off": False, "playing_hours": 0},
    "nights": {"nights_off": True, "playing_hours": 0},
    **{str(hours): {"nights_off": False, "playing_hours": hours} for hours in sorted(Game.PLAYING_HOURS, reverse=True)},
}
"""The ways in which clocks rest each day, and their values of Game's fields."""


def _preset_fields(pace: Pace, *, weekends: bool = False, rests: str = "none", free_misses: int = 1) -> dict[str, Any]:
    away = Game.Away.values if free_misses else []
    facts = {"absence": Game.Absence.COMPUTER, "free_misses": free_misses, "away": away}
    return pace.fields | {"weekends_off": weekends} | DAILY_RESTS[rests] | facts


PRESETS: dict[str, Preset] = {
    # A game in one sitting needs no nights off or vacations, and a day's grace would end the evening for the others.
    "tonight": Preset(
        _("Tonight"),
        _("15 minutes a turn; a computer sits in"),
        _preset_fields(Pace(minutes=15), free_misses=0),
    ),
    FEW: Preset(
        _("A few turns a day"),
        _("3 hours a turn, 12 playing hours a day"),
        _preset_fields(Pace(turn=3), rests="12"),
    ),
    "day": Preset(
        _("A turn a day"), _("24 hours a turn; nights don’t count"), _preset_fields(Pace(turn=24), rests="nights")
    ),
    "weekends": Preset(
        _("Weekends off"),
        _("2 days a turn; Saturdays and Sundays don’t count"),
        _preset_fields(Pace(turn=48), weekends=True),
    ),
}
DEFAULT_PRESET = "day"


def preset_choices() -> list[tuple[str, Any]]:
    return [(key, preset.label) for key, preset in PRESETS.items()]


def pace_choices() -> list[tuple[str, str]]:
    return [(pace.key, pace.label) for pace in PACES.values()]


def few_fields(turn: str, hours: str) -> dict[str, Any]:
    """Return the fields of the preset for a few turns a day, with other hours for a turn and for playing."""
    return PRESETS[FEW].fields | PACES[turn].fields | DAILY_RESTS[hours]


def _turn_choices() -> list[tuple[str, str]]:
    return [(key, clock.duration_label(timedelta(hours=int(key)))) for key in SHORT]


def _hours_choices() -> list[tuple[str, str]]:
    return [(str(hours), clock.duration_label(timedelta(hours=hours))) for hours in Game.PLAYING_HOURS]


def _rest_choices() -> list[tuple[str, Any]]:
    hours = ngettext_lazy("All but %(count)d playing hour", "All but %(count)d playing hours", "count")
    return [
        ("none", pgettext_lazy("daily rest", "Never")),
        ("nights", pgettext_lazy("daily rest", "Each player’s night")),
        *((key, hours % {"count": int(key)}) for key in DAILY_RESTS if key.isdecimal()),
    ]


def _absence_choices() -> list[tuple[str, Any]]:
    return [
        (Game.Absence.COMPUTER, _("A computer player takes over")),
        (Game.Absence.PLAIN, _("The simplest moves are played")),
        (Game.Absence.LOST, _("The seat is lost")),
    ]


def _vacation_choices() -> list[tuple[str, Any]]:
    return [
        (Game.Away.PAUSE, _("Pause the table")),
        (Game.Away.COMPUTER, _("Let a computer player sit in")),
        (Game.Away.FRIEND, _("Let a friend sit in")),
    ]


def radio() -> forms.RadioSelect:
    return forms.RadioSelect(attrs={"class": "vh"})


class TimeForm(forms.Form):
    """The time controls: a preset, or settings for pace, rest, missed deadlines and vacations."""

    quick = forms.ChoiceField(
        label=_("How fast"),
        choices=lambda: [*preset_choices(), (OWN, pgettext_lazy("time of a table", "My own"))],
        initial=DEFAULT_PRESET,
        required=False,
        widget=radio(),
    )
    few_turn = forms.ChoiceField(
        label=_("Time for a turn"), choices=_turn_choices, initial="3", required=False, widget=radio()
    )
    few_hours = forms.ChoiceField(
        label=_("Playing hours a day"), choices=_hours_choices, initial="12", required=False, widget=radio()
    )
    pace = forms.ChoiceField(
        label=_("Time"),
        help_text=_("If you play only against computers, there’s no time limit."),
        choices=pace_choices,
        initial=DEFAULT_PACE.key,
        widget=forms.Select(attrs={"class": "field"}),
    )
    weekends_off = forms.BooleanField(
        label=_("Weekends off"), help_text=_("No clock runs on Saturdays and Sundays."), required=False
    )
    daily_rest = forms.ChoiceField(
        label=_("When clocks rest each day"),
        help_text=_("Each player sets the hours of their own night and of their own playing hours."),
        choices=_rest_choices,
        initial="none",
        widget=forms.Select(attrs={"class": "field"}),
    )
    absence = forms.ChoiceField(
        label=_("When a deadline is missed"),
        choices=_absence_choices,
        initial=Game.Absence.COMPUTER,
        widget=radio(),
    )
    free_misses = forms.TypedChoiceField(
        label=_("Free misses"),
        help_text=_("How many times a missed deadline is just put off by a day."),
        choices=[(count, count) for count in range(Game.MOST_MISSES + 1)],
        coerce=int,
        initial=1,
        widget=radio(),
    )
    away = forms.MultipleChoiceField(
        label=_("On vacation, a player can"),
        choices=_vacation_choices,
        initial=Game.Away.values,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_daily_rest(self) -> str:
        """Refuse a turn of a few hours that could begin and end in a player's night."""
        rests: str = self.cleaned_data["daily_rest"]
        if self.cleaned_data.get("quick") == OWN and self.cleaned_data.get("pace") in SHORT and rests == "none":
            raise forms.ValidationError(
                _("A turn this short would end while somebody sleeps. Choose playing hours, or nights off.")
            )
        return rests

    def time_fields(self) -> dict[str, Any]:
        """Return Game's time fields from a valid form; a pace in minutes excludes time off and free misses."""
        chosen = self.cleaned_data
        if chosen["quick"] == FEW:
            return few_fields(chosen["few_turn"] or "3", chosen["few_hours"] or "12")
        if (preset := PRESETS.get(chosen["quick"])) is not None:
            return preset.fields
        plain = ("weekends_off", "absence", "free_misses", "away")
        pace = PACES[chosen["pace"]]
        fields = pace.fields | DAILY_RESTS[chosen["daily_rest"]] | {name: chosen[name] for name in plain}
        if pace.minutes:
            fields |= DAILY_RESTS["none"] | {"weekends_off": False, "free_misses": 0}
        return fields

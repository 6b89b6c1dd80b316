"""The time controls of a new table: its clock, and the consequences of absence."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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


OWN = "own"


class Preset(NamedTuple):
    """A preset for all time controls: a label, an explanation, and the values of Game's fields."""

    label: Any
    help: Any
    fields: dict[str, Any]


def _preset_fields(pace: Pace, *, weekends: bool = False, nights: bool = False, free_misses: int = 1) -> dict[str, Any]:
    away = Game.Away.values if free_misses else []
    facts = {"absence": Game.Absence.COMPUTER, "free_misses": free_misses, "away": away}
    return pace.fields | {"weekends_off": weekends, "nights_off": nights} | facts


PRESETS: dict[str, Preset] = {
    # A game in one sitting needs no nights off or vacations, and a day's grace would end the evening for the others.
    "tonight": Preset(
        _("Tonight"),
        _("15 minutes a turn; a computer sits in"),
        _preset_fields(Pace(minutes=15), free_misses=0),
    ),
    "day": Preset(
        _("A turn a day"), _("24 hours a turn; nights don’t count"), _preset_fields(Pace(turn=24), nights=True)
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


class TimeForm(forms.Form):
    """The time controls: a preset, or settings for pace, nights, weekends, missed deadlines and vacations."""

    quick = forms.ChoiceField(
        label=_("How fast"),
        choices=lambda: [*preset_choices(), (OWN, pgettext_lazy("time of a table", "My own"))],
        initial=DEFAULT_PRESET,
        required=False,
        widget=forms.RadioSelect(attrs={"class": "vh"}),
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
    nights_off = forms.BooleanField(
        label=_("Nights off"),
        help_text=_("Your clock stops during your night. Each player sets their own hours."),
        required=False,
    )
    absence = forms.ChoiceField(
        label=_("When a deadline is missed"),
        choices=_absence_choices,
        initial=Game.Absence.COMPUTER,
        widget=forms.RadioSelect(attrs={"class": "vh"}),
    )
    free_misses = forms.TypedChoiceField(
        label=_("Free misses"),
        help_text=_("How many times a missed deadline is just put off by a day."),
        choices=[(count, count) for count in range(Game.MOST_MISSES + 1)],
        coerce=int,
        initial=1,
        widget=forms.RadioSelect(attrs={"class": "vh"}),
    )
    away = forms.MultipleChoiceField(
        label=_("On vacation, a player can"),
        choices=_vacation_choices,
        initial=Game.Away.values,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def time_fields(self) -> dict[str, Any]:
        """Return Game's time fields from a valid form; a pace in minutes excludes time off and free misses."""
        if (preset := PRESETS.get(self.cleaned_data["quick"])) is not None:
            return preset.fields
        plain = ("weekends_off", "nights_off", "absence", "free_misses", "away")
        pace = PACES[self.cleaned_data["pace"]]
        chosen = pace.fields | {name: self.cleaned_data[name] for name in plain}
        if pace.minutes:
            chosen |= {"weekends_off": False, "nights_off": False, "free_misses": 0}
        return chosen

"""Forms of the notification preferences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.db import transaction
from django.forms import BoundField
from django.http import QueryDict
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Channel, Choice, Game, Kind, When
from games.notifications import preferences

DESCRIPTIONS = {
    Kind.TURN: (_("Your move"), _("The table waits for you.")),
    Kind.NEAR: (_("Deadline near"), _("A quarter of your time is left, and once more shortly before.")),
    Kind.ACTED: (_("You were acted for"), _("A deadline was missed, yours or somebody’s at your table.")),
    Kind.STARTED: (_("Game started"), _("Everybody is there and the cards are dealt.")),
    Kind.OVER: (_("Game over"), _("The result is there.")),
    Kind.INVITED: (_("Invitations"), _("Somebody keeps a seat for you, or asks you to sit in.")),
    Kind.FRIEND: (_("Friends"), _("Somebody asks you to be friends, or says yes to you.")),
    Kind.MENTION: (_("Mentions"), _("Somebody names you in the talk at your table, or where you watch.")),
    Kind.VOTE: (_("Votes"), _("A pause, more time or an early end is proposed.")),
}
LAST_REMINDERS = (15, 30, 60, 120, 240, 720)
"""Minutes before the deadline."""


class KindRow(NamedTuple):
    """A row of the form: one kind of notice, with a field for each channel."""

    label: str
    help: str
    fields: list[BoundField]


def _reminder_choices(stored: int) -> list[tuple[int, Any]]:
    """The choices of the last reminder, including the stored value if it is not among the usual ones."""
    leads = sorted({*LAST_REMINDERS, stored} - {0})
    minutes = ngettext_lazy("%(count)d minute before", "%(count)d minutes before", "count")
    hours = ngettext_lazy("%(count)d hour before", "%(count)d hours before", "count")
    told = [(lead, minutes % {"count": lead} if lead % 60 else hours % {"count": lead // 60}) for lead in leads]
    return [(0, _("Never")), *told]


class NoticesForm(forms.ModelForm):
    """Preferences by kind and channel, quiet hours, the digest's hour, and the last reminder."""

    digest_hour = forms.TypedChoiceField(
        label=_("Daily digest at"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        error_messages={"invalid_choice": _("A day has the hours 0 to 23.")},
    )
    last_call = forms.TypedChoiceField(label=_("Last reminder before a deadline"), coerce=int)
    quiet_days = forms.TypedMultipleChoiceField(
        label=_("On these nights"),
        required=False,
        coerce=int,
        choices=list(WEEKDAYS_ABBR.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("There is no such day of the week.")},
    )

    class Meta:
        model = User
        fields = ["quiet_from", "quiet_until", "quiet_days", "digest_hour", "last_call", "hand_in_mail"]
        labels = {"quiet_from": _("From"), "quiet_until": _("To"), "hand_in_mail": _("Show my hand in mails")}
        widgets = {
            "quiet_from": forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "field"}),
            "quiet_until": forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "field"}),
        }
        error_messages = {
            name: {"invalid": _("Give the time as hours and minutes, such as 22:30.")}
            for name in ("quiet_from", "quiet_until")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        last_call = self.fields["last_call"]
        assert isinstance(last_call, forms.TypedChoiceField)
        last_call.choices = _reminder_choices(self.instance.last_call)
        for name in ("digest_hour", "last_call"):
            self.fields[name].widget.attrs["class"] = "field"
        chosen = preferences.general(self.instance)
        for (kind, channel), when in chosen.items():
            self.fields[_name(kind, channel)] = _when(kind, channel, when)

    def rows(self) -> Iterator[KindRow]:
        """The rows of the form, one per kind."""
        for kind, (label, about) in DESCRIPTIONS.items():
            yield KindRow(str(label), str(about), [self[_name(kind, channel)] for channel in Channel])

    def clean(self) -> dict[str, Any]:
        """Require both ends of the quiet hours, or neither."""
        cleaned = super().clean() or {}
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if self.errors or (begin is None and end is None):
            return cleaned
        if begin is None or end is None:
            self.add_error("quiet_until", _("Quiet hours need both a beginning and an end. Leave both empty for none."))
        elif begin == end:
            self.add_error("quiet_until", _("Quiet hours can’t end when they begin. Leave both empty for none."))
        elif not cleaned.get("quiet_days"):
            self.add_error("quiet_days", _("Choose at least one day, or leave both times empty for no quiet hours."))
        return cleaned

    @transaction.atomic
    def save(self, commit: bool = True) -> Any:
        """Save the user's settings and preferences."""
        user = super().save(commit)
        for kind in preferences.KINDS:
            for channel in Channel:
                preferences.set_preference(user, kind, channel, When(self.cleaned_data[_name(kind, channel)]))
        return user


def _name(kind: Kind, channel: Channel) -> str:
    return f"{kind.value}-{channel.value}"


def _when(kind: Kind, channel: Channel, when: When) -> forms.ChoiceField:
    label = gettext("%(kind)s, %(channel)s") % {"kind": DESCRIPTIONS[kind][0], "channel": channel.label}
    widget = forms.Select(attrs={"class": f"field when when--{when}", "aria-label": label})
    choices = [(each.value, capfirst(each.label)) for each in When]
    error = {"invalid_choice": gettext("%(label)s: choose one of the answers.") % {"label": label}}
    return forms.ChoiceField(label=label, choices=choices, initial=when.value, widget=widget, error_messages=error)


class TableForm(forms.Form):
    """The preference for one table: the general ones, or one choice for all kinds."""

    when = forms.ChoiceField(
        label=_("Notices of this table"),
        required=False,
        choices=[("", _("As in my settings")), *((when.value, capfirst(when.label)) for when in When)],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the answers.")},
    )

    def __init__(self, user: User, game: Game, data: QueryDict | None = None) -> None:
        stored = Choice.objects.filter(user=user, game=game).values_list("when", flat=True).first()
        super().__init__(data, initial={"when": stored or ""})
        self.user, self.game = user, game

    def clean_when(self) -> When | None:
        """The choice; None restores the general preferences."""
        return When(self.cleaned_data["when"]) if self.cleaned_data["when"] else None

    def save(self) -> None:
        """Save the preference."""
        preferences.set_for_table(self.user, self.game, self.cleaned_data["when"])

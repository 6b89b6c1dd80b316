"""The form of a user's preferences."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.profile.confusables import default_name
from accounts.profile.fields import AboutMeField, DisplayNameField, validate_may_write, validate_own_display_name
from accounts.profile.night_hours import check_night
from accounts.validators.time_zones import zone_choices, zone_names


def languages() -> list[tuple[str, Any]]:
    return [("", _("Same as the browser")), *settings.LANGUAGES]


class LanguageSelect(forms.Select):
    """A select of languages; each option has its ``lang``, so that screen readers pronounce it correctly."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        return option | {"attrs": option["attrs"] | ({"lang": value} if value else {})}


def _hour_choices() -> list[tuple[int, str]]:
    return [(hour, f"{hour:02}:00") for hour in range(24)]


NIGHT_HOUR = forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class PreferencesForm(forms.ModelForm):
    display_name = DisplayNameField(
        label=_("The name others see"),
        required=False,
        help_text=_("Up to 30 characters. Leave it empty to use your user name."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    about_me = AboutMeField(
        label=_("A line about you"),
        required=False,
        help_text=_("On your profile, for anyone to read. Up to 120 characters, no links."),
    )
    language = forms.ChoiceField(label=_("Language"), required=False, choices=languages, widget=LanguageSelect)
    time_zone = forms.CharField(
        label=_("Time zone"),
        help_text=_("All deadlines on this site and in your e-mails use it."),
        widget=forms.Select,
    )
    theme = forms.ChoiceField(
        label=_("Colours"),
        required=False,
        choices=[("", _("Same as the system")), *User.Theme.choices],
        widget=forms.RadioSelect(attrs={"class": "vh"}),
    )

    playing_from = forms.TypedChoiceField(
        label=_("My playing hours begin"),
        help_text=_(
            "At tables with 12 playing hours a day, your clock runs from this hour. 16 hours begin two hours earlier, "
            "and 8 hours two hours later."
        ),
        choices=_hour_choices,
        coerce=int,
        required=False,
        error_messages={"invalid_choice": _("Choose an hour from 0 to 23.")},
    )
    presence_shown_to = forms.ChoiceField(
        label=_("Who sees that I have a table open"),
        required=False,
        choices=User.PresenceAudience.choices,
        help_text=_(
            "If they do, they also see at which hour you often play together and can call you to the table, and you "
            "see who of them shows it too. People you’ve blocked never see it."
        ),
        widget=forms.RadioSelect(attrs={"class": "vh"}),
    )

    class Meta:
        model = User
        fields = [
            "display_name",
            "about_me",
            "face",
            "language",
            "time_zone",
            "theme",
            "night_from",
            "night_until",
            "playing_from",
            "presence_shown_to",
            "open_data",
        ]
        labels = {
            "face": _("Your face"),
            "night_from": _("My night begins"),
            "night_until": _("My night ends"),
            "open_data": _("Include my public games in the open data"),
        }
        help_texts = {
            "face": _("Others see it at tables, in the talk, on leaderboards and on your profile."),
            "open_data": _(
                "Only once they’re over. Names are left out, but not the table’s address, and "
                "the table’s page shows who played. Games already published stay published."
            ),
        }
        error_messages = {"face": {"invalid_choice": _("We don’t have that face. Choose one of these.")}}
        widgets = {
            "face": forms.RadioSelect(attrs={"class": "vh"}),
            "night_from": NIGHT_HOUR,
            "night_until": NIGHT_HOUR,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.choices = zones_with(self.instance.time_zone)
        if self.instance.is_guest:
            del self.fields["open_data"]  # no game of a guest is published
            del self.fields["about_me"]  # a guest can't be held to account for texts
            self.fields["display_name"].help_text = gettext(
                "Up to 30 characters. Leave it empty to get one like %(name)s."
            ) % {"name": gettext("Guest %(number)d") % {"number": 4821}}

    def clean_display_name(self) -> str:
        name = self.cleaned_data["display_name"] or (default_name() if self.instance.is_guest else "")
        return validate_own_display_name(name, self.instance)

    def clean_about_me(self) -> str:
        text: str = self.cleaned_data["about_me"]
        if text and text != self.instance.about_me:
            validate_may_write(self.instance)
        return text

    def clean_playing_from(self) -> int:
        """Keep the stored hour if the form was loaded before there was this field."""
        hour: int | str = self.cleaned_data["playing_from"]
        return self.instance.playing_from if hour == "" else int(hour)

    def nights(self) -> list[forms.BoundField]:
        return [self["night_from"], self["night_until"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "night_from" in cleaned and "night_until" in cleaned:
            try:
                check_night(cleaned["night_from"], cleaned["night_until"])
            except forms.ValidationError as error:
                self.add_error("night_until", error)
        return cleaned


class NameForm(forms.ModelForm):
    """Edits only the display name: for guests, beside a table."""

    display_name = DisplayNameField(
        label=_("The name others see"),
        help_text=_("Up to 30 characters. You can change it whenever you like."),
        widget=forms.TextInput(attrs={"class": "field", "autocomplete": "nickname"}),
    )

    class Meta:
        model = User
        fields = ["display_name"]

    def clean_display_name(self) -> str:
        return validate_own_display_name(self.cleaned_data["display_name"], self.instance)


def zones_with(current: str) -> list[Any]:
    """Return the choices of time zones, and add ``current`` if it is valid but not among them."""
    usual = zone_choices()
    listed = {name for _area, group in usual if isinstance(group, list) for name, _city in group} | {"UTC"}
    return usual if current in listed or current not in zone_names() else [(current, current), *usual]

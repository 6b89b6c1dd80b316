"""Forms for notification preferences and new webhooks."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from django import forms
from django.db import transaction
from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import DeliveryChannel, DeliveryTiming, Game, NotificationKind, Webhook
from games.notifications import preferences, table_notices
from games.notifications.net.public_urls import MAX_LENGTH
from games.notifications.table_notices import TableNotices

DESCRIPTIONS = {
    NotificationKind.TURN: (_("Your move"), _("The table is waiting for you.")),
    NotificationKind.NEAR: (
        _("Deadline near"),
        _("When a quarter of your time is left, and again shortly before the end."),
    ),
    NotificationKind.NEXT: (_("You’re next"), _("The player before you has begun a turn.")),
    NotificationKind.CALL: (
        _("Calls"),
        _("Somebody at your table would like to play on now. Only if people at your tables see when you’re there."),
    ),
    NotificationKind.ACTED: (
        _("Played for you"),
        _("You or somebody at your table missed a deadline."),
    ),
    NotificationKind.STARTED: (_("Game started"), _("Everyone is here and the cards are dealt.")),
    NotificationKind.OVER: (_("Game over"), _("The result is in.")),
    NotificationKind.INVITED: (_("Invitations"), _("Somebody has a seat for you, or asks you to sit in.")),
    NotificationKind.FRIEND: (_("Friends"), _("Somebody wants to be friends, or accepts your request.")),
    NotificationKind.MENTION: (
        _("Mentions"),
        _("Somebody mentions you in the talk at your table or at one you’re watching."),
    ),
    NotificationKind.VOTE: (_("Votes"), _("Somebody proposes a pause, more time or an early end.")),
}
LAST_REMINDERS = (15, 30, 60, 120, 240, 720)
"""Choices for the last reminder, in minutes before the deadline."""


PRESETS = {
    "needed": (_("Only what needs me"), _("my move, deadlines, invitations, votes")),
    "posted": (_("Keep me posted"), _("all of that right away; starts, results and friends once a day")),
    "everything": (_("Everything right away"), _("all kinds but “You’re next”; mentions only once until you’re back")),
    "nothing": (_("Nothing"), _("I’ll check for myself")),
}


class KindRow(NamedTuple):
    """A notice kind with a field per channel; ``sent`` describes its timing, ``own`` marks exceptions to the preset."""

    label: str
    help: str
    fields: list[BoundField]
    sent: list[str]
    own: bool


def _reminder_choices(stored: int) -> list[tuple[int, Any]]:
    leads = sorted({*LAST_REMINDERS, stored} - {0})
    minutes = ngettext_lazy("%(count)d minute before", "%(count)d minutes before", "count")
    hours = ngettext_lazy("%(count)d hour before", "%(count)d hours before", "count")
    told = [(lead, minutes % {"count": lead} if lead % 60 else hours % {"count": lead // 60}) for lead in leads]
    return [(0, _("Never")), *told]


class NoticesForm(forms.ModelForm):
    """A preset with exceptions by kind and channel, quiet hours, digest hour, last reminder, and the hand in mails."""

    preset = forms.ChoiceField(
        label=_("How much"),
        choices=[(name, label) for name, (label, _help) in PRESETS.items()],
        widget=forms.RadioSelect(attrs={"class": "vh"}),
        error_messages={
            "required": _("Choose how much we tell you."),
            "invalid_choice": _("Choose one of the answers."),
        },
    )
    digest_hour = forms.TypedChoiceField(
        label=_("Daily digest at"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        error_messages={"invalid_choice": _("Choose an hour from 0 to 23.")},
    )
    last_call = forms.TypedChoiceField(label=_("Last reminder before a deadline"), coerce=int)
    quiet_days = forms.TypedMultipleChoiceField(
        label=_("On these nights"),
        required=False,
        coerce=int,
        choices=list(WEEKDAYS_ABBR.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("That isn’t a day of the week.")},
    )

    class Meta:
        model = User
        fields = ["quiet_from", "quiet_until", "quiet_days", "digest_hour", "last_call", "hand_in_mail"]
        labels = {"quiet_from": _("From"), "quiet_until": _("To"), "hand_in_mail": _("Show my hand in e-mails")}
        widgets = {
            "quiet_from": forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "field"}),
            "quiet_until": forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "field"}),
        }
        error_messages = {
            name: {"invalid": _("Enter the time as hours and minutes, such as 22:30.")}
            for name in ("quiet_from", "quiet_until")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        last_call = self.fields["last_call"]
        assert isinstance(last_call, forms.TypedChoiceField)
        last_call.choices = _reminder_choices(self.instance.last_call)
        for name in ("digest_hour", "last_call"):
            self.fields[name].widget.attrs["class"] = "field"
        self._stored, self._channels = preferences.general(self.instance), _channels_of(self.instance)
        self.initial["preset"] = preferences.nearest_preset(self._stored, self._channels)
        self.fields |= dict(self._exceptions(preferences.PRESETS[self.initial["preset"]]))

    def _exceptions(self, preset: Mapping[NotificationKind, DeliveryTiming]) -> Iterator[tuple[str, forms.ChoiceField]]:
        for kind, channel in product(preferences.KINDS, self._channels):
            when = self._stored[kind, channel]
            yield _name(kind, channel), _exception(kind, channel, "" if when == preset[kind] else when.value)

    def presets(self) -> Iterator[tuple[BoundWidget, str]]:
        for radio in self["preset"]:
            yield radio, str(PRESETS[radio.data["value"]][1])

    def rows(self) -> Iterator[KindRow]:
        for kind, (label, about) in DESCRIPTIONS.items():
            fields = [self[_name(kind, channel)] for channel in self._channels]
            own = any(field.initial for field in fields)
            yield KindRow(str(label), str(about), fields, self._sent(kind), own)

    def exceptions(self) -> int:
        return sum(row.own for row in self.rows())

    def _sent(self, kind: NotificationKind) -> list[str]:
        """Describe when this kind is sent, in one entry if all channels agree, otherwise in one per channel."""
        whens = {channel: self._stored[kind, channel] for channel in self._channels}
        if len(set(whens.values())) == 1:
            return [str(capfirst(next(iter(whens.values())).label))]
        return [
            gettext("%(channel)s: %(when)s") % {"channel": capfirst(channel.label), "when": when.label}
            for channel, when in whens.items()
        ]

    def clean(self) -> dict[str, Any]:
        """Require either no quiet hours, or a start and a different end, with at least one day."""
        cleaned = super().clean() or {}
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if self.errors or (begin is None and end is None):
            return cleaned
        if begin is None or end is None:
            self.add_error("quiet_until", _("Quiet hours need a start and an end. Leave both empty for none."))
        elif begin == end:
            self.add_error(
                "quiet_until", _("Quiet hours can’t start and end at the same time. Leave both empty for none.")
            )
        elif not cleaned.get("quiet_days"):
            self.add_error("quiet_days", _("Choose at least one day, or leave both times empty for no quiet hours."))
        return cleaned

    @transaction.atomic
    def save(self, commit: bool = True) -> Any:
        """Save the user's settings and preferences. Channels without a destination follow the preset."""
        user, preset = super().save(commit), preferences.PRESETS[self.cleaned_data["preset"]]
        for kind, channel in product(preferences.KINDS, DeliveryChannel):
            own = self.cleaned_data.get(_name(kind, channel))
            preferences.set_preference(user, kind, channel, DeliveryTiming(own) if own else preset[kind])
        return user


def _channels_of(user: User) -> list[DeliveryChannel]:
    has = {
        DeliveryChannel.MAIL: True,
        DeliveryChannel.PUSH: user.push_subscriptions.exists(),
        DeliveryChannel.HOOK: user.webhooks.exists(),
    }
    return [channel for channel in DeliveryChannel if has[channel]]


def _name(kind: NotificationKind, channel: DeliveryChannel) -> str:
    return f"{kind.value}-{channel.value}"


def _exception(kind: NotificationKind, channel: DeliveryChannel, own: str) -> forms.ChoiceField:
    label = gettext("%(kind)s, %(channel)s") % {"kind": DESCRIPTIONS[kind][0], "channel": channel.label}
    widget = forms.Select(attrs={"class": "field"})
    choices = [("", gettext("As chosen above")), *((each.value, capfirst(each.label)) for each in DeliveryTiming)]
    error = {"invalid_choice": gettext("%(label)s: choose one of the answers.") % {"label": label}}
    return forms.ChoiceField(
        label=label, choices=choices, required=False, initial=own, widget=widget, error_messages=error
    )


class TableForm(forms.Form):
    """The user's choice for one table; a choice that is no longer offered stays one of the answers until it changes."""

    when = forms.ChoiceField(
        label=_("Notifications for this table"),
        widget=forms.RadioSelect(attrs={"class": "vh"}),
        error_messages={
            "required": _("Choose one of the answers."),
            "invalid_choice": _("Choose one of the answers."),
        },
    )

    def __init__(self, user: User, game: Game, data: Mapping[str, Any] | None = None) -> None:
        stored = table_notices.chosen_for(user, game)
        super().__init__(data, initial={"when": stored.value})
        self.user, self.game = user, game
        field: Any = self.fields["when"]
        field.choices = [(each.value, each.label) for each in dict.fromkeys((*table_notices.OFFERED, stored))]

    def clean_when(self) -> TableNotices:
        chosen = TableNotices(self.cleaned_data["when"])
        if chosen == TableNotices.PUSH and not table_notices.may_choose_push(self.user):
            raise forms.ValidationError(
                _("None of your browsers gets notifications yet. Add one in your notification settings first.")
            )
        return chosen

    def save(self) -> None:
        table_notices.choose_for(self.user, self.game, self.cleaned_data["when"])


class AddressField(forms.CharField):
    """A field for an address to post to. It validates only the length: ``Address.parse`` does the rest."""

    def __init__(self, **options: Any) -> None:
        plain = {"inputmode": "url", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        plain["data-secret"] = "true"  # as good as a password
        super().__init__(
            label=_("Address"),
            max_length=MAX_LENGTH,
            error_messages={"required": _("Enter the address to send to.")},
            widget=forms.TextInput(attrs={"class": "field", **plain}),
            **options,
        )


class WebhookForm(forms.Form):
    form = forms.ChoiceField(
        label=_("Kind"),
        choices=[(form.value, form.label) for form in Webhook.Form if form != Webhook.Form.PLAYER],
        widget=forms.Select(attrs={"class": "field"}),
    )
    address = AddressField(help_text=_("It begins with https://. Keep it secret, like a password."))

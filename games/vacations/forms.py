"""The form for a vacation: its days, one arrangement for all tables, and exceptions for single tables."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import play
from games.models import Arrangement, Game, Player, Vacation
from games.play import ArrangementChoice
from games.play.core.vacation_arrangements import default_kind, friend_for, today
from games.vacations.page import CLOCK, KIND_LABELS

MAX_NAME_LENGTH = 40

_NOT_ALLOWED = {
    Game.Away.PAUSE.value: _("At this table vacations don’t pause the game."),
    Game.Away.COMPUTER.value: _("At this table computer players don’t play for people on vacation."),
    Game.Away.FRIEND.value: _("At this table friends don’t play for people on vacation."),
}


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "field"}),
        error_messages={
            "required": _("Choose a day."),
            "invalid": _("There’s no such day. Write it as year-month-day, for example 2027-01-31."),
        },
    )


def _name_field(name: str) -> forms.CharField:
    return forms.CharField(
        label=_("Your friend’s user name"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        initial=name,
        widget=forms.TextInput(
            attrs={"class": "field", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The form's fields for one table; ``not_here`` are sentences about options that the table does not allow."""

    player: Player
    kind: forms.BoundField
    friend: forms.BoundField | None
    not_here: list[Any]


class VacationForm(forms.Form):
    """The days, an arrangement for all running tables, and for each table an optional exception."""

    first = _day(_("First day"))
    last = _day(_("Last day"))

    def __init__(self, user: User, vacation: Vacation | None = None, data: QueryDict | None = None) -> None:
        begun = vacation is not None and vacation.state == Vacation.State.ON
        days = {"first": vacation.first, "last": vacation.last} if vacation else {"first": today(user)}
        super().__init__(data, initial=days)
        self.fields["first"].disabled = begun
        self.players = play.tables_to_arrange(user)
        made = {each.player_id: each for each in vacation.arrangements.select_related("friend")} if vacation else {}
        planned = {player.pk: _planned(player, made.get(player.pk)) for player in self.players}
        usual = _usual(planned, made)
        if self.players:
            self._add_usual(usual)
        for player in self.players:
            self._add_exception(player, planned[player.pk] if planned[player.pk] != _given(usual, player) else None)

    def _add_usual(self, usual: ArrangementChoice) -> None:
        allowed = {kind for player in self.players for kind in _allowed(player)}
        self.fields["kind"] = forms.ChoiceField(
            label=_("At all your tables"),
            required=False,
            choices=[(kind, label) for kind, label in KIND_LABELS.items() if kind in allowed],
            initial=usual.kind,
            widget=forms.RadioSelect(attrs={"class": "vh"}),
            error_messages={"invalid_choice": _("None of your tables allow that.")},
        )
        if Game.Away.FRIEND in allowed:
            self.fields["friend"] = _name_field(usual.friend)

    def _add_exception(self, player: Player, other: ArrangementChoice | None) -> None:
        allowed = _allowed(player)
        self.fields[_kind(player)] = forms.ChoiceField(
            label=player.game.name,
            required=False,
            choices=[("", _("Same as everywhere")), *((kind, KIND_LABELS[kind]) for kind in allowed)],
            initial=other.kind if other else "",
            widget=forms.Select(attrs={"class": "field"}),
            error_messages={"invalid_choice": _("This table doesn’t allow that.")},
        )
        if Game.Away.FRIEND in allowed:
            self.fields[_friend(player)] = _name_field(other.friend if other else "")

    def clean(self) -> None:
        """Check the friends here, so that errors are shown next to their names."""
        for player, field, choice in self._choices():
            if choice.kind == Game.Away.FRIEND and field not in self.errors:
                try:
                    friend_for(player, choice.friend)
                except play.Refused as refused:
                    self.add_error(field, str(refused.message))

    def _choices(self) -> Iterator[tuple[Player, str, ArrangementChoice]]:
        """Yield each table's posted arrangement (its exception or the general one) and the name of its friend field."""
        for player in self.players:
            if kind := self.cleaned_data.get(_kind(player)):
                friend = _friend(player)
                yield player, friend, ArrangementChoice(kind, self.cleaned_data.get(friend, ""))
            elif kind := self.cleaned_data.get("kind"):
                usual = ArrangementChoice(kind, self.cleaned_data.get("friend", ""))
                yield player, "friend", _given(usual, player)

    def tables(self) -> list[TableChoice]:
        return [
            TableChoice(
                player,
                self[_kind(player)],
                self[_friend(player)] if _friend(player) in self.fields else None,
                [sentence for kind, sentence in _NOT_ALLOWED.items() if kind not in player.game.away],
            )
            for player in self.players
        ]

    def has_exceptions(self) -> bool:
        """Return whether to show the exceptions, because one is set or invalid, or a friend's name was refused."""
        return bool({"friend", *map(_friend, self.players)} & self.errors.keys()) or any(
            self[_kind(player)].value() or self[_kind(player)].errors for player in self.players
        )

    def days(self) -> tuple[date, date]:
        return self.cleaned_data["first"], self.cleaned_data["last"]

    def choices(self) -> Mapping[int, ArrangementChoice]:
        return {
            player.pk: ArrangementChoice(
                "" if choice.kind == CLOCK else choice.kind, choice.friend if choice.kind == Game.Away.FRIEND else ""
            )
            for player, _field, choice in self._choices()
        }


def _allowed(player: Player) -> list[str]:
    return [kind for kind in KIND_LABELS if kind == CLOCK or kind in player.game.away]


def _planned(player: Player, made: Arrangement | None) -> ArrangementChoice:
    if made is None:
        return ArrangementChoice(default_kind(player.game) or CLOCK)
    return ArrangementChoice(made.kind or CLOCK, made.friend.username if made.friend else "")


def _usual(planned: Mapping[int, ArrangementChoice], made: Mapping[int, Arrangement]) -> ArrangementChoice:
    """Return the most frequent arrangement.

    A new vacation gets computer players if they are any table's default, otherwise ``CLOCK``.
    """
    if not made:
        computer = ArrangementChoice(Game.Away.COMPUTER.value)
        return computer if computer in planned.values() else ArrangementChoice(CLOCK)
    return Counter(planned.values()).most_common(1)[0][0]


def _given(usual: ArrangementChoice, player: Player) -> ArrangementChoice:
    return usual if usual.kind in _allowed(player) else ArrangementChoice(default_kind(player.game) or CLOCK)


def _kind(player: Player) -> str:
    return f"kind-{player.pk}"


def _friend(player: Player) -> str:
    return f"friend-{player.pk}"

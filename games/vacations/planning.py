"""Planning vacations, and friends' requests to sit in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.db.models import Prefetch, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import play
from games.models import Arrangement, Game, Player, Vacation
from games.play.acts.vacations import DAYS_A_YEAR
from games.play.arrangements import UNFINISHED, default_kind, friend_for, today

CLOCK = "clock"
"""The form's value for no arrangement: the clock runs."""

MAX_NAME_LENGTH = 40
PAST_SHOWN = 10

KIND_LABELS = {
    Game.Away.PAUSE.value: _("The table pauses"),
    Game.Away.COMPUTER.value: _("A computer player sits in"),
    Game.Away.FRIEND.value: _("A friend sits in"),
    CLOCK: _("Nothing: my clock runs"),
}
_NOT_ALLOWED = {
    Game.Away.PAUSE.value: _("At this table vacations don’t pause the game."),
    Game.Away.COMPUTER.value: _("At this table no computer player sits in for vacations."),
    Game.Away.FRIEND.value: _("At this table no friend sits in for vacations."),
}


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "field"}),
        error_messages={
            "required": _("Choose a day."),
            "invalid": _("This is no day of the calendar. Write it as year-month-day, for example 2027-01-31."),
        },
    )


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The form's fields for one table; ``not_here`` are sentences about what the table does not allow."""

    player: Player
    kind: forms.BoundField
    friend: forms.BoundField | None
    not_here: list[Any]


class VacationForm(forms.Form):
    """Days, and an arrangement for each running table."""

    first = _day(_("First day"))
    last = _day(_("Last day"))

    def __init__(self, user: User, vacation: Vacation | None = None, data: QueryDict | None = None) -> None:
        begun = vacation is not None and vacation.state == Vacation.State.ON
        days = {"first": vacation.first, "last": vacation.last} if vacation else {"first": today(user)}
        super().__init__(data, initial=days)
        self.fields["first"].disabled = begun
        self.players = play.tables_to_arrange(user)
        made = {each.player_id: each for each in vacation.arrangements.select_related("friend")} if vacation else {}
        for player in self.players:
            self._add_fields(player, made.get(player.pk))

    def _add_fields(self, player: Player, made: Arrangement | None) -> None:
        kind = default_kind(player.game) if made is None else made.kind
        choices = [(key, label) for key, label in KIND_LABELS.items() if key == CLOCK or key in player.game.away]
        self.fields[_kind(player)] = forms.ChoiceField(
            label=player.game.name,
            required=False,
            choices=choices,
            initial=kind or CLOCK,
            widget=forms.RadioSelect(attrs={"class": "vh"}),
            error_messages={"invalid_choice": _("This table does not allow that.")},
        )
        if Game.Away.FRIEND in player.game.away:
            self.fields[_friend(player)] = forms.CharField(
                label=_("User name of the friend"),
                required=False,
                max_length=MAX_NAME_LENGTH,
                initial=made.friend.username if made and made.friend else "",
                widget=forms.TextInput(
                    attrs={"class": "field", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
                ),
            )

    def clean(self) -> None:
        """Checks the friends here, so that an error is shown beside their name."""
        for player in self.players:
            if self.cleaned_data.get(_kind(player)) == Game.Away.FRIEND and _friend(player) not in self.errors:
                try:
                    friend_for(player, self.cleaned_data.get(_friend(player), ""))
                except play.Refused as refused:
                    self.add_error(_friend(player), str(refused.message))

    def tables(self) -> list[TableChoice]:
        """The fields by table."""
        return [
            TableChoice(
                player,
                self[_kind(player)],
                self[_friend(player)] if _friend(player) in self.fields else None,
                [sentence for kind, sentence in _NOT_ALLOWED.items() if kind not in player.game.away],
            )
            for player in self.players
        ]

    def days(self) -> tuple[date, date]:
        """The first and last day."""
        return self.cleaned_data["first"], self.cleaned_data["last"]

    def choices(self) -> Mapping[int, play.ArrangementChoice]:
        """Arrangements by player key, for the tables that were posted."""
        return {
            player.pk: play.ArrangementChoice(
                "" if kind == CLOCK else kind, self.cleaned_data.get(_friend(player), "") if kind == "friend" else ""
            )
            for player in self.players
            if (kind := self.cleaned_data[_kind(player)])
        }


def _kind(player: Player) -> str:
    return f"kind-{player.pk}"


def _friend(player: Player) -> str:
    return f"friend-{player.pk}"


@dataclass(frozen=True, slots=True)
class DaysLeft:
    """Vacation days left in one calendar year."""

    year: int
    left: int
    of: int = DAYS_A_YEAR


def days_left(user: User) -> list[DaysLeft]:
    """The days left this year and next year."""
    year = today(user).year
    return [DaysLeft(each, play.days_left(user, each)) for each in (year, year + 1)]


def _with_arrangements(vacations: QuerySet[Vacation]) -> QuerySet[Vacation]:
    arranged = Arrangement.objects.filter(player__game__status=Game.Status.RUNNING)
    arranged = arranged.select_related("friend", "player__game").order_by("player__game_id")
    return vacations.prefetch_related(Prefetch("arrangements", arranged, to_attr="arranged"))


def upcoming(user: User) -> QuerySet[Vacation]:
    """The current and the planned vacations, with their arrangements for running tables."""
    return _with_arrangements(user.vacations.filter(state__in=UNFINISHED).order_by("first"))


def past(user: User) -> QuerySet[Vacation]:
    """Past vacations, the latest first."""
    return user.vacations.filter(state=Vacation.State.OVER).order_by("-first")[:PAST_SHOWN]


def arrangement_text(arrangement: Arrangement) -> str:
    """Describes what happens at the table, for the user on vacation."""
    if arrangement.friend is None:
        return str(KIND_LABELS[arrangement.kind or CLOCK])
    facts = {"name": arrangement.friend.shown_name}
    if arrangement.answer == Arrangement.Answer.ACCEPTED:
        return gettext("%(name)s sits in.") % facts
    computer = default_kind(arrangement.player.game)
    if arrangement.answer == Arrangement.Answer.DECLINED and computer:
        return gettext("%(name)s can’t sit in. A computer player does.") % facts
    if arrangement.answer == Arrangement.Answer.DECLINED:
        return gettext("%(name)s can’t sit in. Your clock runs.") % facts
    if computer:
        return gettext("%(name)s is asked to sit in. Until there is a yes, a computer player does.") % facts
    return gettext("%(name)s is asked to sit in. Until there is a yes, your clock runs.") % facts


def sitting_in_requests(user: User) -> QuerySet[Arrangement]:
    """Friends' requests to sit in for vacations that are not over, pending or accepted."""
    asked = Arrangement.objects.filter(
        friend=user, vacation__state__in=UNFINISHED, player__game__status=Game.Status.RUNNING
    ).exclude(answer=Arrangement.Answer.DECLINED)
    asked = asked.exclude(answer=Arrangement.Answer.ASKED, vacation__user__in=user.blocks.values("who"))
    return asked.select_related("vacation__user", "player__game").order_by("vacation__begins_at", "pk")


def pending_requests(user: User) -> QuerySet[Arrangement]:
    """The requests without an answer."""
    return sitting_in_requests(user).filter(answer=Arrangement.Answer.ASKED)

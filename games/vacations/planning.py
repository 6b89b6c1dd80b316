"""Vacations as their owner plans them, and what friends are asked for."""

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
from games.play.arrangements import UNFINISHED, default_way, friend_for, today

CLOCK = "clock"
"""What the form sends for nothing at all: the clock runs."""

LONGEST_NAME = 40
PAST_SHOWN = 10

WAYS = {
    Game.Away.PAUSE.value: _("The table pauses"),
    Game.Away.COMPUTER.value: _("A computer player sits in"),
    Game.Away.FRIEND.value: _("A friend sits in"),
    CLOCK: _("Nothing: my clock runs"),
}
_NOT_HERE = {
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
    """What shall happen at one table, as the form asks it; ``not_here`` says what the table does not allow."""

    player: Player
    way: forms.BoundField
    friend: forms.BoundField | None
    not_here: list[Any]


class VacationForm(forms.Form):
    """Days, and for each running table what shall happen there."""

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
            self._ask_about(player, made.get(player.pk))

    def _ask_about(self, player: Player, made: Arrangement | None) -> None:
        way = default_way(player.game) if made is None else made.way
        choices = [(key, label) for key, label in WAYS.items() if key == CLOCK or key in player.game.away]
        self.fields[_way(player)] = forms.ChoiceField(
            label=player.game.name,
            required=False,
            choices=choices,
            initial=way or CLOCK,
            widget=forms.RadioSelect(attrs={"class": "vh"}),
            error_messages={"invalid_choice": _("This table does not allow that.")},
        )
        if Game.Away.FRIEND in player.game.away:
            self.fields[_friend(player)] = forms.CharField(
                label=_("User name of the friend"),
                required=False,
                max_length=LONGEST_NAME,
                initial=made.friend.username if made and made.friend else "",
                widget=forms.TextInput(
                    attrs={"class": "field", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
                ),
            )

    def clean(self) -> None:
        """Friends are looked for here, so that a name that does not fit is told beside it."""
        for player in self.players:
            if self.cleaned_data.get(_way(player)) == Game.Away.FRIEND and _friend(player) not in self.errors:
                try:
                    friend_for(player, self.cleaned_data.get(_friend(player), ""))
                except play.Refused as refused:
                    self.add_error(_friend(player), str(refused.message))

    def tables(self) -> list[TableChoice]:
        """The tables with their fields."""
        return [
            TableChoice(
                player,
                self[_way(player)],
                self[_friend(player)] if _friend(player) in self.fields else None,
                [says for way, says in _NOT_HERE.items() if way not in player.game.away],
            )
            for player in self.players
        ]

    def days(self) -> tuple[date, date]:
        """First and last day."""
        return self.cleaned_data["first"], self.cleaned_data["last"]

    def meanwhile(self) -> Mapping[int, play.Meanwhile]:
        """By the key of the player, for the tables that the browser has sent something about."""
        return {
            player.pk: play.Meanwhile(
                "" if way == CLOCK else way, self.cleaned_data.get(_friend(player), "") if way == "friend" else ""
            )
            for player in self.players
            if (way := self.cleaned_data[_way(player)])
        }


def _way(player: Player) -> str:
    return f"way-{player.pk}"


def _friend(player: Player) -> str:
    return f"friend-{player.pk}"


@dataclass(frozen=True, slots=True)
class DaysLeft:
    """Of one calendar year."""

    year: int
    left: int
    of: int = DAYS_A_YEAR


def days_left(user: User) -> list[DaysLeft]:
    """This year and the next."""
    year = today(user).year
    return [DaysLeft(each, play.days_left(user, each)) for each in (year, year + 1)]


def _with_arrangements(vacations: QuerySet[Vacation]) -> QuerySet[Vacation]:
    arranged = Arrangement.objects.filter(player__game__status=Game.Status.RUNNING)
    arranged = arranged.select_related("friend", "player__game").order_by("player__game_id")
    return vacations.prefetch_related(Prefetch("arrangements", arranged, to_attr="arranged"))


def ahead(user: User) -> QuerySet[Vacation]:
    """The vacation that goes on and those that are planned, with what is arranged for tables that still run."""
    return _with_arrangements(user.vacations.filter(state__in=UNFINISHED).order_by("first"))


def past(user: User) -> QuerySet[Vacation]:
    """Those that are over, the last one first."""
    return user.vacations.filter(state=Vacation.State.OVER).order_by("-first")[:PAST_SHOWN]


def arranged_words(arrangement: Arrangement) -> str:
    """What happens at the table, in words for whoever goes on vacation."""
    if arrangement.friend is None:
        return str(WAYS[arrangement.way or CLOCK])
    facts = {"name": arrangement.friend.shown_name}
    if arrangement.answer == Arrangement.Answer.ACCEPTED:
        return gettext("%(name)s sits in.") % facts
    computer = default_way(arrangement.player.game)
    if arrangement.answer == Arrangement.Answer.DECLINED and computer:
        return gettext("%(name)s can’t sit in. A computer player does.") % facts
    if arrangement.answer == Arrangement.Answer.DECLINED:
        return gettext("%(name)s can’t sit in. Your clock runs.") % facts
    if computer:
        return gettext("%(name)s is asked to sit in. Until there is a yes, a computer player does.") % facts
    return gettext("%(name)s is asked to sit in. Until there is a yes, your clock runs.") % facts


def asked_of(user: User) -> QuerySet[Arrangement]:
    """Where friends want this user to sit in, answered or not, as long as it matters."""
    asked = Arrangement.objects.filter(
        friend=user, vacation__state__in=UNFINISHED, player__game__status=Game.Status.RUNNING
    ).exclude(answer=Arrangement.Answer.DECLINED)
    asked = asked.exclude(answer=Arrangement.Answer.ASKED, vacation__user__in=user.blocks.values("who"))
    return asked.select_related("vacation__user", "player__game").order_by("vacation__begins_at", "pk")


def requests_to(user: User) -> QuerySet[Arrangement]:
    """Those that wait for an answer."""
    return asked_of(user).filter(answer=Arrangement.Answer.ASKED)

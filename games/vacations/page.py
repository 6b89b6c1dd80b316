"""A user's vacations as shown on the page, and friends' requests for substitution."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import play
from games.models import Arrangement, Game, Vacation
from games.play.acts.vacations import DAYS_A_YEAR
from games.play.core.vacation_arrangements import UNFINISHED, default_kind, today

CLOCK = "clock"
"""The form's value for no arrangement: the clock runs."""

PAST_SHOWN = 10

MANY = 3
"""Minimum number of tables with the same arrangement for which the page shows their number instead of their names."""

KIND_LABELS = {
    Game.Away.PAUSE.value: _("The table pauses"),
    Game.Away.COMPUTER.value: _("A computer player takes over"),
    Game.Away.FRIEND.value: _("A friend takes over"),
    CLOCK: _("My clock runs"),
}


@dataclass(frozen=True, slots=True)
class DaysLeft:
    year: int
    left: int
    of: int = DAYS_A_YEAR


def days_left_by_year(user: User) -> list[DaysLeft]:
    year = today(user).year
    return [DaysLeft(each, play.days_left(user, each)) for each in (year, year + 1)]


def _with_arrangements(vacations: QuerySet[Vacation]) -> QuerySet[Vacation]:
    arranged = Arrangement.objects.filter(player__game__status=Game.Status.RUNNING)
    arranged = arranged.select_related("friend", "player__game").order_by("player__game_id")
    return vacations.prefetch_related(Prefetch("arrangements", arranged, to_attr="arranged"))


def upcoming(user: User) -> QuerySet[Vacation]:
    """Return the current and the planned vacations, with their arrangements for running tables."""
    return _with_arrangements(user.vacations.filter(state__in=UNFINISHED).order_by("first"))


def past(user: User) -> QuerySet[Vacation]:
    return user.vacations.filter(state=Vacation.State.OVER).order_by("-first")[:PAST_SHOWN]


def arrangement_text(arrangement: Arrangement) -> str:
    """Return the arrangement for the table as a sentence for the user on vacation."""
    if arrangement.friend is None:
        return str(KIND_LABELS[arrangement.kind or CLOCK])
    facts = {"name": arrangement.friend.shown_name}
    if arrangement.answer == Arrangement.Answer.ACCEPTED:
        return gettext("%(name)s plays for you.") % facts
    computer = default_kind(arrangement.player.game)
    if arrangement.answer == Arrangement.Answer.DECLINED and computer:
        return gettext("%(name)s can’t play for you, so a computer player does.") % facts
    if arrangement.answer == Arrangement.Answer.DECLINED:
        return gettext("%(name)s can’t play for you, so your clock runs.") % facts
    if computer:
        return gettext("We’ve asked %(name)s to play for you. Until they agree, a computer player does.") % facts
    return gettext("We’ve asked %(name)s to play for you. Until they agree, your clock runs.") % facts


def arrangement_lines(arranged: Sequence[Arrangement]) -> list[tuple[str, str]]:
    """Return pairs of tables and arrangement. ``MANY`` or more tables with the same arrangement are only counted."""
    tables: dict[str, list[str]] = {}
    for arrangement in arranged:
        tables.setdefault(arrangement_text(arrangement), []).append(arrangement.player.game.name)
    return [
        (where, happens)
        for happens, names in tables.items()
        for where in (names if len(names) < MANY else [_number_of_tables(len(names))])
    ]


def _number_of_tables(count: int) -> str:
    return ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}


def sitting_in_requests(user: User) -> QuerySet[Arrangement]:
    """Return friends' pending or accepted requests to sit in at running games, during vacations that are not over.

    Pending requests by users that ``user`` blocks are left out.
    """
    asked = Arrangement.objects.filter(
        friend=user, vacation__state__in=UNFINISHED, player__game__status=Game.Status.RUNNING
    ).exclude(answer=Arrangement.Answer.DECLINED)
    asked = asked.exclude(answer=Arrangement.Answer.ASKED, vacation__user__in=user.blocks.values("who"))
    return asked.select_related("vacation__user", "player__game").order_by("vacation__begins_at", "pk")


def pending_requests(user: User) -> QuerySet[Arrangement]:
    return sitting_in_requests(user).filter(answer=Arrangement.Answer.ASKED)

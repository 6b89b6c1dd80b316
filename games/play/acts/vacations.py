"""Days on which somebody does not play: planned, changed, begun, ended. What happens at the tables: sitting_in.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from games import owing
from games.models import Arrangement, Game, Player, Vacation
from games.play import arrangements as sitting_in
from games.play.locked import hold
from games.play.refusals import Refused

DAYS_A_YEAR = 30
FURTHEST = timedelta(days=365)
DAY = timedelta(days=1)
UNFINISHED = (Vacation.State.PLANNED, Vacation.State.ON)


class Meanwhile(NamedTuple):
    """What is to happen at one table: ``way`` is of Game.Away, or empty (the clock runs); ``friend`` a user name."""

    way: str = ""
    friend: str = ""


def today(user: User) -> date:
    """The date where this person is."""
    return timezone.now().astimezone(user.zone).date()


def days_left(user: User, year: int, besides: Vacation | None = None) -> int:
    """How many days of vacation he may still take in that calendar year; ``besides`` does not count."""
    taken = user.vacations.exclude(state=Vacation.State.CANCELLED)
    if besides is not None:
        taken = taken.exclude(pk=besides.pk)
    days = {day for first, last in taken.values_list("first", "last") for day in _days(first, last)}
    return DAYS_A_YEAR - sum(day.year == year for day in days)


def _days(first: date, last: date) -> list[date]:
    return [first + DAY * number for number in range((last - first).days + 1)]


def tables_to_arrange(user: User) -> list[Player]:
    """His seats in running games, for which a vacation asks what shall happen; not where he has given up."""
    seats = Player.objects.filter(user=user, gave_up=False, game__status=Game.Status.RUNNING)
    return list(seats.select_related("game", "user").order_by("game_id"))


@transaction.atomic
def plan_vacation(user: User, first: date, last: date, meanwhile: Mapping[int, Meanwhile]) -> Vacation:
    """Plan days without play, first and last included; it begins at once if ``first`` is today.

    ``meanwhile`` is by the key of the player; a table that is not named gets a computer player if it allows one. Raises
    Refused for days that are past, too many, too far ahead or taken, and for what a table does not allow.
    """
    # So that of two plans made at once the second knows of the first; notices to him may be written meanwhile.
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    vacation = Vacation(user=user)
    _set_days(vacation, first, last)
    vacation.save()
    _arrange(vacation, meanwhile)
    begin_vacation(vacation.pk)
    vacation.refresh_from_db()
    return vacation


@transaction.atomic
def change_vacation(vacation: Vacation, first: date, last: date, meanwhile: Mapping[int, Meanwhile]) -> Vacation:
    """Move the days, or arrange something else for a table. One that goes on keeps its first day. Raises Refused."""
    vacation = _unfinished(vacation)
    if vacation.state == Vacation.State.ON and first != vacation.first:
        raise Refused(_("This vacation has begun. Only its last day can be moved."))
    _set_days(vacation, first, last)
    vacation.save()
    before = _ways(vacation)
    _arrange(vacation, meanwhile)
    if vacation.state == Vacation.State.ON:
        _apply_all(vacation, before)
    begin_vacation(vacation.pk)
    vacation.refresh_from_db()
    return vacation


@transaction.atomic
def cancel_vacation(vacation: Vacation) -> Vacation:
    """Not go, or come back today; days that are left are given back. Raises Refused if it is over."""
    vacation = _unfinished(vacation)
    if vacation.state == Vacation.State.PLANNED:
        vacation.state = Vacation.State.CANCELLED
        vacation.save()
        return vacation
    vacation.last = min(vacation.last, max(vacation.first, today(vacation.user)))
    vacation.ends_at = timezone.now()
    _end(vacation)
    return vacation


def _unfinished(vacation: Vacation) -> Vacation:
    """The row, locked. Raises Refused if it is over or cancelled."""
    locked = Vacation.objects.select_for_update(of=["self"]).select_related("user").get(pk=vacation.pk)
    if locked.state not in UNFINISHED:
        raise Refused(_("This vacation is over."))
    return locked


def _set_days(vacation: Vacation, first: date, last: date) -> None:
    _check_days(vacation, first, last)
    zone = vacation.user.zone
    vacation.first, vacation.last = first, last
    vacation.begins_at = datetime.combine(first, time(), zone).astimezone(UTC)
    vacation.ends_at = datetime.combine(last + DAY, time(), zone).astimezone(UTC)


def _check_days(vacation: Vacation, first: date, last: date) -> None:
    now = today(vacation.user)
    begun = vacation.state == Vacation.State.ON
    if last < first:
        raise Refused(_("The last day of a vacation can’t be before the first one."))
    if last < now or (first < now and not begun):
        raise Refused(_("A vacation can’t be in the past. Today is the first day it can begin."))
    if last > now + FURTHEST:
        raise Refused(_("A vacation can be planned for a year ahead, not further."))
    others = vacation.user.vacations.filter(state__in=UNFINISHED).exclude(pk=vacation.pk)
    if others.filter(first__lte=last, last__gte=first).exists():
        raise Refused(_("You have planned another vacation for some of these days."))
    _check_count(vacation, _days(first, last))


def _check_count(vacation: Vacation, days: Iterable[date]) -> None:
    years = [day.year for day in days]
    for year in sorted(set(years)):
        if years.count(year) > (left := days_left(vacation.user, year, vacation)):
            raise Refused(
                ngettext(
                    "In %(year)d you have %(count)d day of vacation left.",
                    "In %(year)d you have %(count)d days of vacation left.",
                    left,
                )
                % {"year": year, "count": left}
            )


def _ways(vacation: Vacation) -> dict[int, str]:
    return dict(vacation.arrangements.values_list("player_id", "way"))


def _arrange(vacation: Vacation, meanwhile: Mapping[int, Meanwhile]) -> None:
    """Write down what happens where. Raises Refused for what a table does not allow."""
    seats = {player.pk: player for player in tables_to_arrange(vacation.user)}
    if meanwhile.keys() - seats.keys():
        raise Refused(_("You have no seat at one of these tables any more. Look at the list again."))
    for player in seats.values():
        hold(player.game_id)
    known = {arrangement.player_id: arrangement for arrangement in vacation.arrangements.select_related("friend")}
    for pk, player in seats.items():
        if pk in meanwhile or pk not in known:
            wanted = meanwhile.get(pk) or Meanwhile(sitting_in.default_way(player.game))
            _arrange_one(known.get(pk) or Arrangement(vacation=vacation, player=player), player, wanted)


def _arrange_one(arrangement: Arrangement, player: Player, wanted: Meanwhile) -> None:
    friend = sitting_in.friend_for(player, wanted.friend) if wanted.way == Game.Away.FRIEND else None
    if wanted.way and wanted.way not in player.game.away:
        raise Refused(_("The table %(name)s does not allow that.") % {"name": player.game.name})
    if arrangement.pk and (arrangement.way, arrangement.friend) == (wanted.way, friend):
        return
    arrangement.way, arrangement.friend = wanted.way, friend
    arrangement.answer = Arrangement.Answer.ASKED if friend else Arrangement.Answer.NONE
    arrangement.save()
    if friend:
        owing.asked_to_sit_in(arrangement)


@transaction.atomic
def begin_vacation(vacation_pk: int) -> bool:
    """Let a planned vacation begin whose day has come. False if there is nothing to do."""
    due = Vacation.objects.filter(pk=vacation_pk, state=Vacation.State.PLANNED, begins_at__lte=timezone.now())
    vacation = due.select_for_update(skip_locked=True, of=["self"]).select_related("user").first()
    if vacation is None:
        return False
    vacation.state = Vacation.State.ON
    vacation.save(update_fields=["state"])
    _arrange(vacation, {})
    _apply_all(vacation, {})
    return True


@transaction.atomic
def end_vacation(vacation_pk: int) -> bool:
    """End a vacation whose last day has passed: the seats come back. False if there is nothing to do."""
    due = Vacation.objects.filter(pk=vacation_pk, state=Vacation.State.ON, ends_at__lte=timezone.now())
    vacation = due.select_for_update(skip_locked=True, of=["self"]).select_related("user").first()
    if vacation is None:
        return False
    _end(vacation)
    return True


def _end(vacation: Vacation) -> None:
    vacation.state = Vacation.State.OVER
    vacation.save()
    _apply_all(vacation, _ways(vacation))


def _apply_all(vacation: Vacation, before: Mapping[int, str]) -> None:
    """Table by table in one order for everybody, so that no two who go at once wait for each other."""
    arrangements = vacation.arrangements.select_related("friend", "player", "vacation")
    for arrangement in arrangements.order_by("player__game_id"):
        sitting_in.apply(arrangement, before.get(arrangement.player_id, ""))

"""Vacations, days on which a user does not play: planning, changing, beginning and ending them."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.account_lock import hold_account
from accounts.models import User
from accounts.refusals import Refused
from games.core import notices
from games.models import Arrangement, Game, Player, Vacation, tables_of
from games.play.core import vacation_arrangements
from games.play.core.locked import hold

DAYS_A_YEAR = 30
FURTHEST = timedelta(days=365)
DAY = timedelta(days=1)


class ArrangementChoice(NamedTuple):
    """A user's choice for one game: ``kind`` is a Game.Away, or empty to let the clock run; ``friend`` a user name."""

    kind: str = ""
    friend: str = ""


def days_left(user: User, year: int, besides: Vacation | None = None) -> int:
    """Return the number of vacation days that are left in a calendar year, not counting the vacation ``besides``.

    A day counts once for each vacation; otherwise users could take and end vacations repeatedly on the same day.
    """
    taken = user.vacations.exclude(state=Vacation.State.CANCELLED)
    if besides is not None:
        taken = taken.exclude(pk=besides.pk)
    days = [day for first, last in taken.values_list("first", "last") for day in _days(first, last)]
    return max(0, DAYS_A_YEAR - sum(day.year == year for day in days))


def _days(first: date, last: date) -> list[date]:
    return [first + DAY * number for number in range((last - first).days + 1)]


def tables_to_arrange(user: User) -> list[Player]:
    """Return the user's seats in running games, except resigned ones: they need arrangements for a vacation."""
    tables = tables_of(user, resigned=False)
    seats = Player.objects.filter(user=user, resigned=False, game__in=tables, game__status=Game.Status.RUNNING)
    return list(seats.select_related("game", "user").order_by("game_id"))


@transaction.atomic
def plan_vacation(user: User, first: date, last: date, choices: Mapping[int, ArrangementChoice]) -> Vacation:
    """Plan a vacation from ``first`` to ``last``, both included; it begins immediately if ``first`` is today.

    ``choices`` are by player key; a game without a choice gets a computer player if it allows one. Raise `Refused`
    if the days are past, too many, too far ahead or part of another vacation, or if a choice is not possible.
    """
    # The second of two concurrent plans must see the first; this lock still allows notices to the user.
    hold_account(user)
    vacation = Vacation(user=User.objects.get(pk=user.pk))
    _set_days(vacation, first, last)
    vacation.save()
    _arrange(vacation, choices)
    begin_vacation(vacation.pk)
    vacation.refresh_from_db()
    return vacation


@transaction.atomic
def change_vacation(vacation: Vacation, first: date, last: date, choices: Mapping[int, ArrangementChoice]) -> Vacation:
    """Change a vacation's days or arrangements. A current vacation keeps its first day.

    Raise `Refused` if the vacation is over, or for the reasons given in ``plan_vacation``.
    """
    # Lock the account before the vacation and the games, in the same order as an erasure.
    hold_account(vacation.user)
    vacation = vacation_arrangements.unfinished(vacation)
    if vacation.state == Vacation.State.ON and first != vacation.first:
        raise Refused(_("This vacation has begun. You can only change its last day."))
    _set_days(vacation, first, last)
    vacation.save()
    before = vacation_arrangements.kinds(vacation)
    _arrange(vacation, choices)
    if vacation.state == Vacation.State.ON:
        vacation_arrangements.apply_all(vacation, before)
    begin_vacation(vacation.pk)
    vacation.refresh_from_db()
    return vacation


def _set_days(vacation: Vacation, first: date, last: date) -> None:
    _check_days(vacation, first, last)
    zone = vacation.zone
    vacation.first, vacation.last, vacation.time_zone = first, last, zone.key
    vacation.begins_at = datetime.combine(first, time(), zone).astimezone(UTC)
    vacation.ends_at = datetime.combine(last + DAY, time(), zone).astimezone(UTC)


def _check_days(vacation: Vacation, first: date, last: date) -> None:
    now = vacation_arrangements.today(vacation)
    begun = vacation.state == Vacation.State.ON
    if last < first:
        raise Refused(_("The last day of a vacation can’t be before the first one."))
    if last < now or (first < now and not begun):
        raise Refused(_("A vacation can’t be in the past. It can begin today at the earliest."))
    if last > now + FURTHEST:
        raise Refused(_("You can plan a vacation up to a year ahead."))
    others = vacation.user.vacations.filter(state__in=vacation_arrangements.UNFINISHED).exclude(pk=vacation.pk)
    if others.filter(first__lte=last, last__gte=first).exists():
        raise Refused(_("You already have a vacation on some of these days."))
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


def _arrange(vacation: Vacation, choices: Mapping[int, ArrangementChoice]) -> None:
    """Save the arrangement for each game. Raise `Refused` for choices that are not possible."""
    seats = {player.pk: player for player in tables_to_arrange(vacation.user)}
    if choices.keys() - seats.keys():
        raise Refused(_("You no longer have a seat at one of these tables. Check the list again."))
    for player in seats.values():
        hold(player.game_id)
    known = {arrangement.player_id: arrangement for arrangement in vacation.arrangements.select_related("friend")}
    for pk, player in seats.items():
        if pk in choices or pk not in known:
            wanted = choices.get(pk) or ArrangementChoice(vacation_arrangements.default_kind(player.game))
            _arrange_one(known.get(pk) or Arrangement(vacation=vacation, player=player), player, wanted)


def _arrange_one(arrangement: Arrangement, player: Player, wanted: ArrangementChoice) -> None:
    friend = vacation_arrangements.friend_for(player, wanted.friend) if wanted.kind == Game.Away.FRIEND else None
    if wanted.kind and wanted.kind not in player.game.away:
        raise Refused(_("The table %(name)s doesn’t allow that.") % {"name": player.game.name})
    if arrangement.pk and (arrangement.kind, arrangement.friend) == (wanted.kind, friend):
        return
    arrangement.kind, arrangement.friend = wanted.kind, friend
    arrangement.answer = Arrangement.Answer.ASKED if friend else Arrangement.Answer.NONE
    arrangement.save()
    if friend:
        notices.enqueue_substitute_request(arrangement)


@transaction.atomic
def begin_vacation(vacation_pk: int) -> bool:
    """Begin a planned vacation whose first day has come. Return False if there is nothing to do. Idempotent."""
    due = Vacation.objects.filter(pk=vacation_pk, state=Vacation.State.PLANNED, begins_at__lte=timezone.now())
    vacation = due.select_for_update(skip_locked=True, of=["self"]).select_related("user").first()
    if vacation is None:
        return False
    vacation.state = Vacation.State.ON
    vacation.save(update_fields=["state"])
    _arrange(vacation, {})
    vacation_arrangements.apply_all(vacation, {})
    return True


@transaction.atomic
def end_vacation(vacation_pk: int) -> bool:
    """End a vacation whose last day has passed. Return False if there is nothing to do. Idempotent."""
    due = Vacation.objects.filter(pk=vacation_pk, state=Vacation.State.ON, ends_at__lte=timezone.now())
    vacation = due.select_for_update(skip_locked=True, of=["self"]).select_related("user").first()
    if vacation is None:
        return False
    vacation_arrangements.end(vacation)
    return True

"""The games that somebody has played or plays, as far as a visitor may know of them, and what they come to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, Player
from games.stats.placements import ranks

WON, LOST, DRAWN, STOPPED, RUNNING = "won", "lost", "drawn", "stopped", "running"

CLOSED = Q(status__in=[Game.Status.OVER, Game.Status.STOPPED]) | Q(
    status=Game.Status.CANCELLED, started_at__isnull=False
)
"""Games that have come to their end, or that were stopped without a result."""

MONTHS = 12


def how_it_ended(outcome: Any, seat: int | None) -> str:
    """WON, LOST or DRAWN for the player in ``seat``; STOPPED if it ended without a result."""
    if outcome is None:
        return STOPPED
    if not outcome["winners"]:
        return DRAWN
    return WON if seat in outcome["winners"] else LOST


def games_of(person: Any, viewer: Any) -> QuerySet[Game]:
    """``person``'s games that have started and that ``viewer`` may see: public ones, and those he has a seat in."""
    seats = Player.objects.filter(game=OuterRef("pk"))
    visible = Q(public=True) | Exists(seats.filter(user_id=viewer.pk)) if viewer.is_authenticated else Q(public=True)
    return Game.objects.filter(Exists(seats.filter(user=person)), visible, CLOSED | Q(status=Game.Status.RUNNING))


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game as one person's: ``ahead``, ``level`` and ``behind`` are the keys of whom he came before, and so on."""

    game: int
    slug: str
    size: int
    options: dict[str, Any]
    started_at: datetime
    ended_at: datetime | None
    how: str
    met: frozenset[int] = frozenset()
    ahead: frozenset[int] = frozenset()
    behind: frozenset[int] = frozenset()

    @property
    def has_result(self) -> bool:
        """Whether it was played to its end."""
        return self.how in (WON, LOST, DRAWN)

    @property
    def lasted(self) -> timedelta:
        """From the deal to the end; nothing while it runs."""
        return self.ended_at - self.started_at if self.ended_at else timedelta()

    @property
    def year(self) -> int | None:
        """In which it ended, by the clock of whoever reads it."""
        return timezone.localtime(self.ended_at).year if self.ended_at else None


class _Seat(NamedTuple):
    user: int | None
    seat: int
    gave_up: bool


def sittings(person: Any, games: QuerySet[Game]) -> list[Sitting]:
    """Those of ``games`` in which this person has a seat: running ones first, then by their ends, the last first.

    In two queries, however many they are.
    """
    seats = defaultdict(list)
    rows = Player.objects.filter(game__in=games.order_by().values("pk"), seat__isnull=False)
    for game, user, seat, gave_up in rows.values_list("game", "user", "seat", "gave_up"):
        seats[game].append(_Seat(user, seat or 0, gave_up))
    facts = games.values_list("pk", "status", "slug", "size", "options", "started_at", "ended_at", "outcome")
    found = [_sitting(person.pk, seats[pk], pk, *rest) for pk, *rest in facts]
    found.sort(key=lambda one: (one.ended_at or timezone.now(), one.ended_at is None, one.game), reverse=True)
    return found


def _sitting(
    person: int,
    seats: Sequence[_Seat],
    game: int,
    status: str,
    slug: str,
    size: int,
    options: dict[str, Any],
    started_at: datetime,
    ended_at: datetime | None,
    outcome: Any,
) -> Sitting:
    own = next(seat for seat in seats if seat.user == person)
    others = [seat for seat in seats if seat.user not in (person, None)]
    how = RUNNING if status == Game.Status.RUNNING else how_it_ended(outcome, own.seat)
    places = ranks(outcome, {seat.seat for seat in seats if seat.gave_up}) if outcome else []
    return Sitting(
        *(game, slug, size, options, started_at, ended_at, how),
        met=_people(others),
        ahead=_people(seat for seat in others if places and places[own.seat] < places[seat.seat]),
        behind=_people(seat for seat in others if places and places[own.seat] > places[seat.seat]),
    )


def _people(seats: Iterable[_Seat]) -> frozenset[int]:
    return frozenset(seat.user for seat in seats if seat.user is not None)


# --- what they come to


class Tally(NamedTuple):
    """Games of one kind that have a result. ``even`` is the share of wins if all were equally good and lucky."""

    of: Any
    played: int
    won: int
    lost: int
    drawn: int
    even: float

    @property
    def percent(self) -> int:
        """Games won of a hundred."""
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def even_percent(self) -> int:
        """The even share of a hundred."""
        return round(100 * self.even)


def tally(played: Sequence[Sitting], of: Any = None) -> Tally:
    """How many of these games with a result were won, lost, drawn."""
    ends = [one.how for one in played if one.has_result]
    even = sum(1 / one.size for one in played if one.has_result)
    won, lost, drawn = (ends.count(how) for how in (WON, LOST, DRAWN))
    return Tally(of, len(ends), won, lost, drawn, even / len(ends) if ends else 0.0)


def tallies(played: Iterable[Sitting], key: Callable[[Sitting], Hashable]) -> list[Tally]:
    """The same for each kind of game that was played, by kind: a number of seats, a game, the value of an option."""
    kinds: dict[Any, list[Sitting]] = defaultdict(list)
    for one in played:
        if one.has_result:
            kinds[key(one)].append(one)
    return [tally(those, kind) for kind, those in kinds.items()]


class Met(NamedTuple):
    """How somebody did against one other person, in the games with a result that both have played."""

    person: int
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """In how many neither came ahead."""
        return self.games - self.ahead - self.behind


def most_met(played: Iterable[Sitting], most: int | None = None) -> list[Met]:
    """Everybody met in games with a result, those met most often first; ``most`` cuts the list."""
    games, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
    for one in played:
        if one.has_result:
            games.update(one.met)
            ahead.update(one.ahead)
            behind.update(one.behind)
    met = [Met(person, count, ahead[person], behind[person]) for person, count in games.items()]
    return sorted(met, key=lambda one: (-one.games, one.person))[:most]


def against(played: Iterable[Sitting], person: int) -> Met:
    """How these games went against one person."""
    both = [one for one in played if one.has_result and person in one.met]
    return Met(person, len(both), sum(person in one.ahead for one in both), sum(person in one.behind for one in both))


def longest(played: Iterable[Sitting]) -> Sitting | None:
    """The game with a result that took the longest; None of none."""
    return max((one for one in played if one.has_result), key=lambda one: one.lasted, default=None)


class Month(NamedTuple):
    """How many games ended in a month, which ``first`` is the first day of."""

    first: date
    games: int


def by_month(played: Iterable[Sitting], today: date) -> list[Month]:
    """The last twelve months, this one last, by the clock of whoever reads it."""
    last = today.year * 12 + today.month - 1
    ends = [timezone.localtime(one.ended_at) for one in played if one.ended_at and one.has_result]
    counts = [end.year * 12 + end.month - 1 for end in ends]
    months = range(last - MONTHS + 1, last + 1)
    return [Month(date(month // 12, month % 12 + 1, 1), counts.count(month)) for month in months]

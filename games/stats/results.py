"""A user's games that a visitor may see, and statistics of their results."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User, Visitor
from games.models import Game, Player
from games.stats.placements import placements

WON, LOST, DRAWN, STOPPED, RUNNING = "won", "lost", "drawn", "stopped", "running"

CLOSED = Q(status__in=[Game.Status.OVER, Game.Status.STOPPED]) | Q(
    status=Game.Status.CANCELLED, started_at__isnull=False
)
"""Condition for games that were played to the end, or stopped without a result."""

MONTHS = 12


def result_of(outcome: Any, seat: int | None) -> str:
    """Return WON, LOST or DRAWN for the player in ``seat``, or STOPPED for a game without a result."""
    if outcome is None:
        return STOPPED
    if not outcome["winners"]:
        return DRAWN
    return WON if seat in outcome["winners"] else LOST


def games_of(person: User, viewer: Visitor, among: Sequence[int] | None = None) -> QuerySet[Game]:
    """Return the started games of ``person`` that ``viewer`` may see: public ones, and those that ``viewer`` played in.

    Omit games continued from a position in another game, because they don't count in statistics. ``among`` gives the
    keys of the person's games, if the caller already knows them.
    """
    keys = Player.objects.filter(user=person).values("game") if among is None else among
    games = Game.objects.filter(CLOSED | Q(status=Game.Status.RUNNING), pk__in=keys, origin_move=None)
    if not viewer.is_authenticated:
        return games.filter(public=True)
    if person.pk == viewer.pk:
        return games
    return games.filter(Q(public=True) | Exists(Player.objects.filter(game=OuterRef("pk"), user_id=viewer.pk)))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from one user's perspective.

    ``met`` are the keys of the opponents, ``ahead`` of those placed below the user, ``behind`` of those placed above.
    All visitors may see a ``public`` game.
    """

    game: int
    variant: str
    size: int
    options: dict[str, Any]
    started_at: datetime
    finished_at: datetime | None
    how: str
    met: frozenset[int] = frozenset()
    ahead: frozenset[int] = frozenset()
    behind: frozenset[int] = frozenset()
    public: bool = True

    @property
    def has_result(self) -> bool:
        return self.how in (WON, LOST, DRAWN)

    @property
    def lasted(self) -> timedelta:
        """The duration from the deal to the end, or zero for running games."""
        return self.finished_at - self.started_at if self.finished_at else timedelta()

    @property
    def year(self) -> int | None:
        """The year in which the game ended, in the active time zone, or None for running games."""
        return timezone.localtime(self.finished_at).year if self.finished_at else None


def played_games(person: User, games: QuerySet[Game]) -> list[PlayedGame]:
    """Return the ``games`` in which this user has a seat: running games first, then the latest. Needs two queries."""
    names = ("pk", "status", "variant", "size", "options", "started_at", "finished_at", "outcome", "public")
    rows: list[Any] = list(games.values_list(*names, named=True))
    seats = defaultdict(list)
    players = Player.objects.filter(game__in=[row.pk for row in rows], seat__isnull=False)
    for player in players.values_list("game", "user", "seat", "resigned", named=True):
        seats[player.game].append(player)
    return latest_first(_played_game(person.pk, row, seats[row.pk]) for row in rows)


def latest_first(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Sort the games: running games first, then ended games, latest first."""
    now = timezone.now()
    return sorted(games, key=lambda one: (one.finished_at or now, one.finished_at is None, one.game), reverse=True)


def _played_game(person: int, game: Any, seats: Sequence[Any]) -> PlayedGame:
    own = next(seat for seat in seats if seat.user == person)
    others = [seat for seat in seats if seat.user not in (person, None)]
    how = RUNNING if game.status == Game.Status.RUNNING else result_of(game.outcome, own.seat)
    places = placements(game.outcome, {seat.seat for seat in seats if seat.resigned}) if game.outcome else []
    return PlayedGame(
        *(game.pk, game.variant, game.size, game.options, game.started_at, game.finished_at, how),
        met=_people(others),
        ahead=_people(seat for seat in others if places and places[own.seat] < places[seat.seat]),
        behind=_people(seat for seat in others if places and places[own.seat] > places[seat.seat]),
        public=game.public,
    )


def _people(seats: Iterable[Any]) -> frozenset[int]:
    return frozenset(seat.user for seat in seats if seat.user is not None)


# --- numbers


class Tally(NamedTuple):
    """The results of a group of games. ``of`` is their common property, such as the number of seats.

    ``even`` is the expected share of wins among equal players.
    """

    of: Any
    played: int
    won: int
    lost: int
    drawn: int
    even: float

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def even_percent(self) -> int:
        return round(100 * self.even)


def tally(played: Sequence[PlayedGame], of: Any = None) -> Tally:
    ends = [one.how for one in played if one.has_result]
    even = sum(1 / one.size for one in played if one.has_result)
    won, lost, drawn = (ends.count(how) for how in (WON, LOST, DRAWN))
    return Tally(of, len(ends), won, lost, drawn, even / len(ends) if ends else 0.0)


def tallies(played: Iterable[PlayedGame], key: Callable[[PlayedGame], Hashable]) -> list[Tally]:
    """Return a tally for each value of ``key``, such as each number of seats, game, or option value."""
    kinds: dict[Any, list[PlayedGame]] = defaultdict(list)
    for one in played:
        if one.has_result:
            kinds[key(one)].append(one)
    return [tally(those, kind) for kind, those in kinds.items()]


class HeadToHead(NamedTuple):
    """A user's record against another user, in shared games with a result."""

    person: int
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """The number of games in which neither user was ahead."""
        return self.games - self.ahead - self.behind


def frequent_opponents(played: Iterable[PlayedGame], most: int | None = None) -> list[HeadToHead]:
    """Return the opponents in games with a result, most frequent first, at most ``most`` of them."""
    games, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
    for one in played:
        if one.has_result:
            games.update(one.met)
            ahead.update(one.ahead)
            behind.update(one.behind)
    met = [HeadToHead(person, count, ahead[person], behind[person]) for person, count in games.items()]
    return sorted(met, key=lambda one: (-one.games, one.person))[:most]


def record_against(played: Iterable[PlayedGame], person: int) -> HeadToHead:
    both = [one for one in played if one.has_result and person in one.met]
    return HeadToHead(
        person, len(both), sum(person in one.ahead for one in both), sum(person in one.behind for one in both)
    )


def longest(played: Iterable[PlayedGame]) -> PlayedGame | None:
    return max((one for one in played if one.has_result), key=lambda one: one.lasted, default=None)


class Month(NamedTuple):
    """The number of games with a result that ended in a month; ``first`` is the first day of the month."""

    first: date
    games: int


def by_month(played: Iterable[PlayedGame], today: date) -> list[Month]:
    """Return the last twelve months including the current one, oldest first, in the active time zone."""
    last = today.year * 12 + today.month - 1
    ends = [timezone.localtime(one.finished_at) for one in played if one.finished_at and one.has_result]
    counts = [end.year * 12 + end.month - 1 for end in ends]
    months = range(last - MONTHS + 1, last + 1)
    return [Month(date(month // 12, month % 12 + 1, 1), counts.count(month)) for month in months]

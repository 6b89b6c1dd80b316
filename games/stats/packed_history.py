"""A user's history of games. Old games are packed into rows (PackedGames), the others are read from Game."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum
from django.utils import timezone

from accounts.models import User, Visitor
from games.models import Game, PackedGames, Player, tables_of
from games.stats.results import CLOSED, PlayedGame, games_of, latest_first, played_games

PACKED = 25
"""The number of games in a row of PackedGames."""

FOR_GOOD = (Game.Status.OVER, Game.Status.CANCELLED)
"""The final statuses: a game with one of them can't be reopened."""


class Finished(NamedTuple):
    """The keys of a user's latest ended games, newest first, and the total number of ended games."""

    latest: list[int]
    number: int


def history(person: User, viewer: Visitor) -> list[PlayedGame]:
    """Return the ``played_games`` of ``person`` that ``viewer`` may see. This is fast even for many games."""
    return latest_first([*_packed(person, viewer), *played_games(person, _not_packed(person, viewer))])


def finished(person: User, most: int) -> Finished:
    """Return the keys of the latest ``most`` ended games of ``person``, and the number of all ended games."""
    ended = _not_packed(person, person).filter(CLOSED).values_list("finished_at", "pk")
    found: list[tuple[datetime | None, int]] = list(ended)
    packed = PackedGames.objects.filter(user=person, count__gt=0).order_by("-latest")
    number = len(found) + packed.order_by().aggregate(games=Sum("count", default=0))["games"]
    # These rows contain all the latest games, because each other row's latest game is earlier.
    found += [(one.finished_at, one.game) for one in _unpacked(packed[:most])]
    now = timezone.now()
    found.sort(key=lambda ended: (ended[0] or now, ended[1]), reverse=True)
    return Finished([game for _at, game in found[:most]], number)


def pack(person: User, seats: Sequence[Player]) -> PackedGames:
    """Return an unsaved row with the games at these seats of one user.

    Games that never started or were not dealt are omitted, because they don't count in statistics.
    """
    tables = [seat.game_id for seat in seats]
    played = played_games(person, Game.objects.filter(CLOSED, pk__in=tables, origin_move=None))
    kinds: list[Any] = []
    games = []
    for one in played:
        kind = [one.variant, one.options]
        if kind not in kinds:
            kinds.append(kind)
        games.append(_entry(one, kinds.index(kind)))
    latest = max((one.finished_at for one in played if one.finished_at), default=None)
    return PackedGames(user=person, count=len(games), latest=latest, games={"kinds": kinds, "games": games})


def holds(row: PackedGames) -> list[int]:
    return [game for game, *_rest in row.games["games"]]


def _entry(one: PlayedGame, kind: int) -> list[Any]:
    others = [[other, (other in one.ahead) - (other in one.behind)] for other in sorted(one.met)]
    finished_at = one.finished_at and one.finished_at.isoformat()
    return [one.game, kind, one.size, int(one.public), one.started_at.isoformat(), finished_at, one.how, others]


def _not_packed(person: User, viewer: Visitor) -> QuerySet[Game]:
    return games_of(person, viewer, tables_of(person))


def _packed(person: User, viewer: Visitor) -> Iterator[PlayedGame]:
    for one in _unpacked(PackedGames.objects.filter(user=person)):
        if one.public or viewer.pk == person.pk or viewer.pk in one.met:
            yield one


def _unpacked(rows: QuerySet[PackedGames]) -> Iterator[PlayedGame]:
    for packed in rows.values_list("games", flat=True):
        for game, kind, size, public, started_at, finished_at, how, others in packed["games"]:
            variant, options = packed["kinds"][kind]
            begun, ended = map(datetime.fromisoformat, (started_at, finished_at))
            yield PlayedGame(
                *(game, variant, size, options, begun, ended, how),
                met=frozenset(other for other, _ahead in others),
                ahead=frozenset(other for other, ahead in others if ahead > 0),
                behind=frozenset(other for other, ahead in others if ahead < 0),
                public=bool(public),
            )

"""Ratings of finished games by the Plackett-Luce model.

A game is rated if it has a result, its table was rated, and every seat belonged to a full account at the start, when
``Game.rated`` is corrected. Players with temporary substitutes keep the seat and the result. Players who lose their
seats or resign come last; later events at these seats affect no rating. A ladder (all ratings in one game) depends only
on the rated games and the order in which they ended: rating them one by one gives the same numbers as rebuilding the
ladder.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from openskill.models import PlackettLuce

from games.models import Game, Incident, Ladder, Player, Rating, RatingChange
from games.stats.placements import placements

BATCH = 500
"""Maximum number of games per transaction. The next sweep rates the remaining ones."""

_MODEL = PlackettLuce()
"""The model: initial ratings are N(25, 25/3), and sigma never becomes so small that ratings stop changing."""


class Mismatch(Exception):
    """A difference between stored and recomputed ratings. The message names the first difference."""


class Strength(NamedTuple):
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0


@dataclass
class _Standings:
    """A ladder under computation: each user's current strength, and the rating changes of all games so far."""

    strengths: dict[int, Strength] = field(default_factory=dict)
    changes: list[RatingChange] = field(default_factory=list)

    def add(self, game: Any) -> None:
        """Rate one game with its ``seated`` players; games must be added in the ladder's order."""
        players: list[Player] = game.seated
        people = [person for person in _people(game) if person is not None]
        if len(people) < len(players):
            return  # A user's row was deleted: one of the players is unknown.
        before = [self.strengths.get(person, Strength()) for person in people]
        places = placements(game.outcome, {player.place for player in players if player.resigned}, set(_losers(game)))
        ratings = [[_MODEL.create_rating([was.mu, was.sigma])] for was in before]
        after = _MODEL.rate(ratings, ranks=[float(place) for place in places])
        for player, person, was, [now] in zip(players, people, before, after, strict=True):
            self.strengths[person] = Strength(now.mu, now.sigma, was.games + 1)
            self.changes.append(
                RatingChange(
                    player=player,
                    user_id=person,
                    mu_before=was.mu,
                    sigma_before=was.sigma,
                    mu=now.mu,
                    sigma=now.sigma,
                )
            )


def _people(game: Any) -> list[int | None]:
    """Return the key of the user who gets each seat's result, in seat order, or None if unknown."""
    losers = _losers(game)
    return [losers.get(player.place, player.user_id) for player in game.seated]


def _losers(game: Any) -> dict[int, int]:
    """Return the first loser of each lost seat, by seat, without seats that moderators gave back."""
    first: dict[int, int] = {}
    for incident in game.losses:
        first.setdefault(incident.seat, incident.details["loser"])
    back = {player.place: player.user_id for player in game.seated}
    return {seat: loser for seat, loser in first.items() if loser is not None and back[seat] != loser}


def rate(variant: str) -> int:
    """Rate the pending games of a ladder, at most BATCH of them, and return their number.

    If one of them ended before a game that is already rated, because it was committed later, the ladder is rebuilt.
    """
    with _locked_ladder(variant):
        due = list(_games(variant).filter(rating_pending=True)[:BATCH])
        Game.objects.filter(pk__in=[game.pk for game in due]).update(rating_pending=False)
        if due and _is_late(due):
            _rebuild(variant)
        elif due:
            _add(variant, due)
        return len(due)


def rebuild(variant: str) -> int:
    """Rebuild a ladder from its games and return their number."""
    with _locked_ladder(variant):
        Game.objects.filter(variant=variant, rating_pending=True).update(rating_pending=False)
        return _rebuild(variant)


def check(variant: str) -> int:
    """Compare the stored ratings with recomputed ones and return the number of rated games.

    Raise `Mismatch` at the first difference.
    """
    with _locked_ladder(variant):
        standings, games = _recompute(variant)
        stored = RatingChange.objects.filter(player__game__variant=variant).order_by("pk")
        _compare("the rating of person", _strengths(variant), standings.strengths)
        _compare("the change at seat", _numbers(stored), _numbers(standings.changes))
        return games


@contextmanager
def _locked_ladder(variant: str) -> Iterator[None]:
    with transaction.atomic():
        Ladder.objects.get_or_create(variant=variant)
        Ladder.objects.select_for_update().get(variant=variant)
        yield


def _games(variant: str) -> QuerySet[Game]:
    """Return the games of a ladder in order, with their players as ``seated`` and lost seats as ``losses``."""
    games = Game.objects.filter(variant=variant, rated=True, status=Game.Status.OVER).order_by("finished_at", "pk")
    losses = Incident.objects.filter(kind=Incident.Kind.LOST).order_by("pk")
    return games.prefetch_related(
        Prefetch("players", Player.objects.order_by("seat"), to_attr="seated"),
        Prefetch("incidents", losses, to_attr="losses"),
    )


def _is_late(due: Sequence[Game]) -> bool:
    first = due[0]
    after = Q(finished_at__gt=first.finished_at) | Q(finished_at=first.finished_at, pk__gt=first.pk)
    rated = _games(first.variant).filter(after, rating_pending=False)
    return rated.exclude(pk__in=[game.pk for game in due]).exists()


def _add(variant: str, due: Sequence[Game]) -> None:
    people = {person for game in due for person in _people(game) if person is not None}
    standings = _Standings(_strengths(variant, people))
    for game in due:
        standings.add(game)
    _write(variant, standings)


def _rebuild(variant: str) -> int:
    standings, games = _recompute(variant)
    Rating.objects.filter(variant=variant).delete()
    RatingChange.objects.filter(player__game__variant=variant).delete()
    _write(variant, standings)
    return games


def _recompute(variant: str) -> tuple[_Standings, int]:
    """Return the ladder recomputed from its games without the pending ones, and the number of these games."""
    standings, games = _Standings(), 0
    for game in _games(variant).filter(rating_pending=False).iterator(BATCH):
        standings.add(game)
        games += 1
    return standings, games


def _write(variant: str, standings: _Standings) -> None:
    rows = [Rating(user_id=person, variant=variant, **now._asdict()) for person, now in standings.strengths.items()]
    Rating.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "variant"], update_fields=Strength._fields, batch_size=BATCH
    )
    RatingChange.objects.bulk_create(standings.changes, batch_size=BATCH)


def _strengths(variant: str, people: Collection[int] | None = None) -> dict[int, Strength]:
    rows = (
        Rating.objects.filter(variant=variant)
        if people is None
        else Rating.objects.filter(variant=variant, user__in=people)
    )
    return {person: Strength(*now) for person, *now in rows.values_list("user", *Strength._fields)}


def _numbers(changes: Iterable[RatingChange]) -> dict[int, tuple[float, ...]]:
    return {each.player_id: (each.mu_before, each.sigma_before, each.mu, each.sigma) for each in changes}


def _compare(what: str, stored: Mapping[int, Any], right: Mapping[int, Any]) -> None:
    """Raise `Mismatch` at the first difference. Equality is exact, because the computation is deterministic."""
    for key in sorted({*stored, *right}):
        if stored.get(key) != right.get(key):
            raise Mismatch(f"{what} {key} is stored as {stored.get(key)}, but the games give {right.get(key)}")

"""Ratings: what each counted game says about how strong its players are, by Plackett and Luce's model of rankings.

A game counts if its table was rated, it has a result, and only full accounts had its seats at the start, when
``Game.rated`` is put right. Whoever is absent for a while, so that somebody sits in, still has the seat and the result.
Whoever loses the seat, or leaves it for good, comes last; what becomes of it then counts for nobody. A game's ladder is
those games in the order of their ends, and nothing else: rating one after another as they end gives the same numbers as
rating all of them anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from openskill.models import PlackettLuce

from games.models import Game, Incident, Ladder, Player, Rating, RatingChange
from games.stats.placements import ranks

AT_ONCE = 500
"""How many games one transaction rates; the next sweep goes on."""

_MODEL = PlackettLuce()
"""Everybody starts as N(25, 25/3); the spread never falls so far that somebody could not get better any more."""


class Differs(Exception):
    """What is stored is not what the games give; the message says where."""


class Strength(NamedTuple):
    """What is known of somebody: a normal distribution, and the number of games that have shown it."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0


@dataclass
class _Standings:
    """A ladder while games are added to it: what each person has now, and what each game has changed."""

    strengths: dict[int, Strength] = field(default_factory=dict)
    changes: list[RatingChange] = field(default_factory=list)

    def add(self, game: Any) -> None:
        """Rate one game with its ``seated`` players, the next in the ladder's order."""
        players: list[Player] = game.seated
        people = [person for person in _people(game) if person is not None]
        if len(people) < len(players):
            return  # A row of a person has been deleted, so that nobody knows any more who was beaten here.
        before = [self.strengths.get(person, Strength()) for person in people]
        places = ranks(game.outcome, {player.place for player in players if player.gave_up}, set(_losers(game)))
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
    """Whom each seat's result is for, in seat order; None where nobody knows any more."""
    losers = _losers(game)
    return [losers.get(player.place, player.user_id) for player in game.seated]


def _losers(game: Any) -> dict[int, int]:
    """Who was the first to lose each seat; not who has it again, since moderators have thought better of it."""
    first: dict[int, int] = {}
    for incident in game.losses:
        first.setdefault(incident.seat, incident.details["loser"])
    back = {player.place: player.user_id for player in game.seated}
    return {seat: loser for seat, loser in first.items() if loser is not None and back[seat] != loser}


def rate(slug: str) -> int:
    """Rate what is owed in one game's ladder, at most AT_ONCE games; how many it was.

    If one of them ended before a game that has been rated already, since it was committed later, all are rated anew.
    """
    with _held(slug):
        due = list(_games(slug).filter(rating_owed=True)[:AT_ONCE])
        Game.objects.filter(pk__in=[game.pk for game in due]).update(rating_owed=False)
        if due and _is_late(due):
            _rebuild(slug)
        elif due:
            _add(slug, due)
        return len(due)


def rebuild(slug: str) -> int:
    """Rate all games of one ladder anew, whatever was stored; how many they are."""
    with _held(slug):
        Game.objects.filter(slug=slug, rating_owed=True).update(rating_owed=False)
        return _rebuild(slug)


def check(slug: str) -> int:
    """Compare what is stored with what the games give; how many games have been rated. Raises Differs."""
    with _held(slug):
        standings, games = _from_the_first(slug)
        stored = RatingChange.objects.filter(player__game__slug=slug).order_by("pk")
        _compare("the rating of person", _strengths(slug), standings.strengths)
        _compare("the change at seat", _numbers(stored), _numbers(standings.changes))
        return games


@contextmanager
def _held(slug: str) -> Iterator[None]:
    """One transaction in which nobody else changes this ladder."""
    with transaction.atomic():
        Ladder.objects.get_or_create(slug=slug)
        Ladder.objects.select_for_update().get(slug=slug)
        yield


def _games(slug: str) -> QuerySet[Game]:
    """The games of a ladder in its order, with their players as ``seated`` and lost seats as ``losses``."""
    games = Game.objects.filter(slug=slug, rated=True, status=Game.Status.OVER).order_by("ended_at", "pk")
    losses = Incident.objects.filter(kind=Incident.Kind.LOST).order_by("pk")
    return games.prefetch_related(
        Prefetch("players", Player.objects.order_by("seat"), to_attr="seated"),
        Prefetch("incidents", losses, to_attr="losses"),
    )


def _is_late(due: Sequence[Game]) -> bool:
    """Whether the first of these games comes before one that has been rated."""
    first = due[0]
    after = Q(ended_at__gt=first.ended_at) | Q(ended_at=first.ended_at, pk__gt=first.pk)
    rated = _games(first.slug).filter(after, rating_owed=False)
    return rated.exclude(pk__in=[game.pk for game in due]).exists()


def _add(slug: str, due: Sequence[Game]) -> None:
    people = {person for game in due for person in _people(game) if person is not None}
    standings = _Standings(_strengths(slug, people))
    for game in due:
        standings.add(game)
    _write(slug, standings)


def _rebuild(slug: str) -> int:
    standings, games = _from_the_first(slug)
    Rating.objects.filter(slug=slug).delete()
    RatingChange.objects.filter(player__game__slug=slug).delete()
    _write(slug, standings)
    return games


def _from_the_first(slug: str) -> tuple[_Standings, int]:
    """The ladder as its games give it, without those that are still to be rated; and how many they are."""
    standings, games = _Standings(), 0
    for game in _games(slug).filter(rating_owed=False).iterator(AT_ONCE):
        standings.add(game)
        games += 1
    return standings, games


def _write(slug: str, standings: _Standings) -> None:
    rows = [Rating(user_id=person, slug=slug, **now._asdict()) for person, now in standings.strengths.items()]
    Rating.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "slug"], update_fields=Strength._fields, batch_size=AT_ONCE
    )
    RatingChange.objects.bulk_create(standings.changes, batch_size=AT_ONCE)


def _strengths(slug: str, people: Collection[int] | None = None) -> dict[int, Strength]:
    """What is stored, of these people or of all, by person."""
    rows = Rating.objects.filter(slug=slug) if people is None else Rating.objects.filter(slug=slug, user__in=people)
    return {person: Strength(*now) for person, *now in rows.values_list("user", *Strength._fields)}


def _numbers(changes: Iterable[RatingChange]) -> dict[int, tuple[float, ...]]:
    """What was changed, by seat."""
    return {each.player_id: (each.mu_before, each.sigma_before, each.mu, each.sigma) for each in changes}


def _compare(what: str, stored: Mapping[int, Any], right: Mapping[int, Any]) -> None:
    """To the last bit: the sums are the same ones."""
    for key in sorted({*stored, *right}):
        if stored.get(key) != right.get(key):
            raise Differs(f"{what} {key} is stored as {stored.get(key)}, but the games give {right.get(key)}")

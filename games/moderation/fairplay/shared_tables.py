"""Pairs of users, and the tables that they have shared."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import combinations

from django.db.models import Q

from games.models import Game, Player

Pair = tuple[int, int]
"""The keys of two users, the lower one first."""


def pairs_of(people: Iterable[int]) -> Iterable[Pair]:
    return combinations(sorted(set(people)), 2)


def tables_since(since: datetime, people: Iterable[int]) -> Mapping[Pair, set[int]]:
    """Return the keys of each pair's shared games, running or finished since then, in one query."""
    lately = Q(game__finished_at=None) | Q(game__finished_at__gte=since)
    rows = Player.objects.filter(lately, user__in=people, game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    seated: dict[int, set[int]] = defaultdict(set)
    for game, user in rows.values_list("game", "user"):
        seated[game].add(user)
    found: dict[Pair, set[int]] = defaultdict(set)
    for game, users in seated.items():
        for pair in pairs_of(users):
            found[pair].add(game)
    return found

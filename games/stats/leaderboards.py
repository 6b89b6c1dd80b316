"""Leaderboards: all users with enough rated games of one game, by the lower end of the band."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Window
from django.db.models.functions import Rank

from accounts.models import Restriction
from games.models import Rating
from games.stats.rating_display import lower_end

MIN_GAMES = 10
"""The minimum number of rated games to be listed."""


def leaders(slug: str) -> QuerySet[Any]:
    """The ratings on a game's leaderboard, best first, each with its ``place``; ties share a place.

    Erased, suspended and banned users are excluded.
    """
    restricted = Restriction.in_force().filter(
        user=OuterRef("user"), kind__in=[Restriction.Kind.SUSPENSION, Restriction.Kind.BAN]
    )
    ratings = Rating.objects.filter(slug=slug, games__gte=MIN_GAMES, user__is_active=True, user__gone_at=None)
    place = Window(Rank(), order_by=lower_end().desc())
    board = ratings.exclude(Exists(restricted)).select_related("user").annotate(low=lower_end(), place=place)
    return board.order_by("place", "user")


def rank_of(person: Any, slug: str) -> int | None:
    """A user's place on a game's leaderboard; None if they are not on it."""
    board = leaders(slug)
    mine = board.filter(user=person).first()
    return board.filter(low__gt=mine.low).count() + 1 if mine else None

"""Boards of the best: everybody with enough rated games of one game, by the lower end of the band."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Window
from django.db.models.functions import Rank

from accounts.models import Restriction
from games.models import Rating
from games.stats.rating_display import lower_end

ENOUGH = 10
"""With fewer rated games nobody is on a board."""


def leaders(slug: str) -> QuerySet[Any]:
    """The ratings on a game's board, the best first, each with its ``place``; equal ones share it.

    Who has gone, or may not use the site now, is on none.
    """
    shut_out = Restriction.in_force().filter(
        user=OuterRef("user"), kind__in=[Restriction.Kind.SUSPENSION, Restriction.Kind.BAN]
    )
    ratings = Rating.objects.filter(slug=slug, games__gte=ENOUGH, user__is_active=True, user__gone_at=None)
    place = Window(Rank(), order_by=lower_end().desc())
    board = ratings.exclude(Exists(shut_out)).select_related("user").annotate(low=lower_end(), place=place)
    return board.order_by("place", "user")


def place_of(person: Any, slug: str) -> int | None:
    """Somebody's place on a game's board; None if he is not on it."""
    board = leaders(slug)
    mine = board.filter(user=person).first()
    return board.filter(low__gt=mine.low).count() + 1 if mine else None

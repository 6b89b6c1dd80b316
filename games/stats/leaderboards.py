"""Leaderboards: all users with enough rated games in one game, ordered by the lower end of the rating band.

Bots have separate boards, because bots and people never meet in a rated game.
"""

from collections.abc import Iterable
from itertools import count
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import Rank

from accounts.friends.friendships import friends_of
from accounts.models import Restriction, User, Visitor
from accounts.models.pagination import Count, bounded_count
from games.models import Rating
from games.models.ratings import MIN_GAMES, lower_end

ON_A_PAGE = 50

LISTED = 1000
"""Number of places shown. Places below are estimated, because counting them takes time with many users."""


def leaders(variant: str, *, bots: bool = False) -> QuerySet[Any]:
    """Return the ratings on a game's leaderboard, best first, each with the lower end of its band as ``low``.

    With ``bots``, return the ratings of bots instead of people. Erased, suspended and banned users are excluded.
    """
    ratings = _rated(variant).filter(user__is_active=True, user__erased_at=None, user__owner__isnull=not bots)
    if bots:
        ratings = ratings.exclude(Exists(_restricted("user__owner")))
    return ratings.exclude(Exists(_restricted("user"))).select_related("user").annotate(low=lower_end())


def _rated(variant: str) -> QuerySet[Rating]:
    return Rating.objects.filter(variant=variant, games__gte=MIN_GAMES).order_by("variant", lower_end().desc(), "user")


def _restricted(user: str) -> QuerySet[Restriction]:
    kinds = [Restriction.Kind.SUSPENSION, Restriction.Kind.BAN]
    return Restriction.in_force().filter(user=OuterRef(user), kind__in=kinds)


def listed(variant: str, *, bots: bool = False) -> list[int]:
    """Return the user keys of the best ``leaders``, at most LISTED, best first."""
    found: list[int] = []
    # In two steps, each with one index: in a join, PostgreSQL would look up the users one by one.
    for start in count(0, LISTED):
        rated = list(_rated(variant).values_list("user", flat=True)[start : start + LISTED])
        shown = User.objects.filter(pk__in=rated, is_active=True, erased_at=None, owner__isnull=not bots)
        shown = shown.exclude(Exists(_restricted("pk")))
        if bots:
            shown = shown.exclude(Exists(_restricted("owner")))
        keys = set(shown.values_list("pk", flat=True))
        found += [person for person in rated if person in keys]
        if len(found) >= LISTED or len(rated) < LISTED:
            break
    return found[:LISTED]


def board_page(variant: str, number: Any, *, bots: bool) -> Page[Any]:
    """Return a page of the ``listed`` ratings with their places, or the nearest page for a number out of range."""
    page = Paginator(listed(variant, bots=bots), ON_A_PAGE).get_page(number)
    ratings = leaders(variant, bots=bots).filter(user__in=list(page))
    page.object_list = with_places(variant, ratings, page.start_index() - 1)
    return page


def with_places(variant: str, ratings: Iterable[Any], start: int = 0) -> list[Any]:
    """Add ``place`` to these ratings, which follow ``start`` others on the board. Ties share a place."""
    placed: list[Any] = []
    for position, rating in enumerate(ratings, start + 1):
        if placed and rating.low == placed[-1].low:
            rating.place = placed[-1].place
        else:
            rating.place = position - (0 if placed or not start else _ties_before(variant, rating))
        placed.append(rating)
    return placed


def of_friends(variant: str, user: Visitor) -> QuerySet[Any]:
    """Return the ratings of a user and their friends, best first, each with its place among them."""
    circle = [*friends_of(user).values_list("pk", flat=True), user.pk]
    place = Window(Rank(), order_by=F("low").desc())
    placed: QuerySet[Any] = leaders(variant).filter(user__in=circle).annotate(place=place)
    return placed


def page_of(user: Visitor, page: Page[Any]) -> int | None:
    """Return the number of the page with a user's rating, or None if it is this page or the rating is not listed."""
    keys = list(page.paginator.object_list)
    if user.pk not in keys:
        return None
    number = keys.index(user.pk) // ON_A_PAGE + 1
    return None if number == page.number else number


def _ties_before(variant: str, rating: Any) -> int:
    return leaders(variant, bots=rating.user.is_bot).filter(low=rating.low, user__lt=rating.user_id).count()


def rank_of(person: User, variant: str) -> Count | None:
    """Return a user's place on a game's leaderboard, or None. Places beyond LISTED are estimated."""
    mine = own_rating(person, variant)
    return None if mine is None else mine.place


def own_rating(person: User, variant: str) -> Any | None:
    """Return a user's rating with its ``place``, a `Count`, or None if the user is not on the leaderboard."""
    board = leaders(variant, bots=person.is_bot)
    if (mine := board.filter(user=person).first()) is not None:
        better = bounded_count(board.filter(low__gt=mine.low), LISTED)
        mine.place = better._replace(number=better.number + 1)
    return mine

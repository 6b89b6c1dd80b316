"""Games in the open data: finished, public and dealt, played only by users with accounts who have not opted out."""

from datetime import date

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery

from games.models import Game, Player, Turn
from games.open_data.months import bounds


def finished_in(month: date) -> QuerySet[Game]:
    """Return the public games that were played to the end in this month, regardless of the players."""
    begins, ends = bounds(month)
    return Game.objects.filter(status=Game.Status.OVER, public=True, finished_at__gte=begins, finished_at__lt=ends)


def publishable(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the ``games`` that may be published, with their seats as ``players``, in an order that reveals no times.

    Leave out games that were imported or continued from another game's position, games with fewer than two people, and
    games in which a guest, an erased user or a user who opted out has ever had a seat or played for its owner.
    """
    seats = Player.objects.filter(game=OuterRef("pk"))
    turns = Turn.objects.filter(player__game=OuterRef("pk"))
    people = seats.filter(Q(user__isnull=False) | Q(lost_by__isnull=False)).order_by().values("game")
    # A seat without a user or a computer player was imported.
    unwilling = seats.filter(_declined("user") | _declined("lost_by") | Q(user=None, bot=""))
    return (
        games.filter(~Exists(unwilling), ~Exists(turns.filter(_declined("user"))), origin_move=None)
        .annotate(people=Subquery(people.annotate(number=Count("pk")).values("number")))
        .filter(people__gte=2)
        .prefetch_related(Prefetch("players", Player.objects.order_by("seat")))
        .order_by("public_id")
    )


def _declined(field: str) -> Q:
    """Match rows whose ``field`` is a guest, an erased user, or a user who opted out of publication."""
    gone = Q(**{f"{field}__erased_at__isnull": False})
    return Q(**{f"{field}__is_guest": True}) | Q(**{f"{field}__open_data": False}) | gone

"""Users with a part in a game, and users who have seen other players' hidden cards there."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.models import Game, Incident, ModerationAction, Player


def games_with_part(user: User, **games: Any) -> list[int]:
    """Return the keys of the games in which this user, their owner or one of the owner's bots has or had a seat.

    A seat in which they sat in for a friend counts too. ``games`` are lookups for seats and incidents.
    """
    owner = user.owner_id or user.pk
    family = list(User.objects.filter(Q(pk=owner) | Q(owner=owner)).values_list("pk", flat=True))
    seats = Player.objects.filter(Q(user__in=family) | Q(friend__in=family) | Q(lost_by__in=family), **games)
    incidents = Incident.objects.filter(_seen_by(family), **games)
    # Lists, so that queries that exclude these games can use an index.
    return list(seats.order_by().values_list("game", flat=True).union(incidents.order_by().values_list("game")))


def has_part_in(game: Game, user: User) -> bool:
    """Return whether ``games_with_part`` includes this game."""
    return bool(games_with_part(user, game=game))


def has_seen_cards(game: Game, user: User, besides: Player | None = None) -> bool:
    """Return whether ``user`` has seen hidden cards of this game other than their own and those of ``besides``."""
    return was_there(game, user, besides) or has_looked(game, user)


def has_looked(game: Game, user: User) -> bool:
    """Return whether ``user`` has revealed the hidden cards of this game as a moderator."""
    return game.moderation_actions.filter(kind=ModerationAction.Kind.REVEAL, by=user).exists()


def was_there(game: Game, user: User, besides: Player | None = None) -> bool:
    """Return whether ``user`` has sat in for a friend or lost a seat in this game, ignoring the seat ``besides``."""
    seen, seats = game.incidents.filter(_seen_by([user.pk])), game.players.filter(Q(friend=user) | Q(lost_by=user))
    if besides is not None:
        seen, seats = seen.exclude(seat=besides.seat), seats.exclude(pk=besides.pk)
    return seen.exists() or seats.exists()


def _seen_by(people: Collection[int]) -> Q:
    """Match the incidents by which these users sat in for a friend or lost a seat.

    A player's row names only the current friend and the last loser.
    """
    kind = Incident.Kind
    return Q(kind=kind.FRIEND, details__friend__in=people) | Q(kind=kind.LOST, details__loser__in=people)

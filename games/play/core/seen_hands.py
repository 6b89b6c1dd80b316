"""Detection of users who have seen other players' hidden cards in a game."""

from django.db.models import Q

from accounts.models import User
from games.models import Game, Incident, ModerationAction, Player


def has_seen_cards(game: Game, user: User, besides: Player | None = None) -> bool:
    """Return whether ``user`` has seen hidden cards of this game other than their own and those of ``besides``."""
    return was_there(game, user, besides) or has_looked(game, user)


def has_looked(game: Game, user: User) -> bool:
    """Return whether ``user`` has revealed the hidden cards of this game as a moderator."""
    return game.moderation_actions.filter(kind=ModerationAction.Kind.REVEAL, by=user).exists()


def was_there(game: Game, user: User, besides: Player | None = None) -> bool:
    """Return whether ``user`` has ever sat in for a friend in this game (except for ``besides``) or lost a seat."""
    # A player's row names only the last loser and the current friend; earlier ones are in the incidents.
    was = Q(kind=Incident.Kind.FRIEND, details__friend=user.pk) | Q(kind=Incident.Kind.LOST, details__loser=user.pk)
    seen, seats = game.incidents.filter(was), game.players.filter(Q(friend=user) | Q(lost_by=user))
    if besides is not None:
        seen, seats = seen.exclude(seat=besides.seat), seats.exclude(pk=besides.pk)
    return seen.exists() or seats.exists()

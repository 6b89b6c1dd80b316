"""Who may what at a table: one function per right, fetching and authorising in a line (404 for strangers)."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.models import Block
from games.models import Game, Invitation, Player, seen_by


class Look(NamedTuple):
    """A table as somebody comes to it: ``me`` is his seat, None for a spectator; ``players`` are in seat order."""

    game: Game
    players: list[Player]
    me: Player | None


def seat_of(game: Game, user: Any) -> Player | None:
    """The seat that this user sees the table from: his own, whoever plays it, or the one where he sits in."""
    if not user.is_authenticated:
        return None
    return _seats(user).filter(game=game).first()


def _seats(user: Any) -> QuerySet[Player]:
    return Player.objects.filter(seen_by(user)).select_related("game", "user", "friend")


def may_see(game: Game, user: Any) -> bool:
    """Whether this user may look at the table: everybody at a public one, else its players and who is invited."""
    return game.public or seat_of(game, user) is not None or invitation_of(game, user) is not None


def invitation_of(game: Game, user: Any) -> Invitation | None:
    """The invitation that this user has not answered, as long as the table waits for players."""
    if not user.is_authenticated or not game.is_open:
        return None
    return unanswered(user, game.invitations.all()).select_related("by").first()


def unanswered(user: Any, invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Those of ``user`` that he may still answer.

    One that comes from whom he has blocked, or to a table of somebody who has blocked him, has never reached him.
    """
    arrived = invitations.filter(user=user, declined=False).exclude(by__in=Block.objects.filter(by=user).values("who"))
    return arrived.exclude(closed_to(user, "game"))


def closed_to(user: Any, game: str = "pk") -> Q:
    """Of rows whose field ``game`` is a table: those where somebody sits who has blocked ``user``, and he does not."""
    avoided = Exists(Block.objects.filter(who=user.pk, by__seats__game=OuterRef(game)))
    return Q(avoided) & ~Q(Exists(Player.objects.filter(user=user.pk, game=OuterRef(game))))


def may_watch(game: Game, user: Any, me: Player | None) -> bool:
    """Whether this user, who sees the table from the seat ``me`` if he has one, is one of its spectators.

    While the game runs, or may still go on, they are full accounts without a seat; then everybody who is signed in.
    """
    if not (game.public and game.started_at and user.is_authenticated):
        return False
    return not game.keeps_secrets or (me is None and not user.is_guest)


def table_or_404(table: str, user: Any) -> Game:
    """The table, for whoever may look at it."""
    game = Game.objects.filter(table=table).first()
    if game is None or not may_see(game, user):
        raise Http404
    return game


def look_or_404(table: str, user: Any) -> Look:
    """The table with its players and the seat that the user sees it from, for whoever may look at it."""
    game = Game.objects.filter(table=table).first()
    if game is None:
        raise Http404
    players = list(game.players.select_related("user", "friend").order_by("seat", "pk"))
    me = next((player for player in players if player.is_seen_by(user)), None)
    if not game.public and me is None and invitation_of(game, user) is None:
        raise Http404
    return Look(game, players, me)


def my_seat_or_404(table: str, user: Any) -> Player:
    """The seat that this user sees the table from; whether he moves for it, the write path checks."""
    return found_or_404(seat_at(table, user))


def seat_at(table: str, user: Any) -> Player | None:
    """The same without an error: None for those who have no seat there."""
    return _seats(user).filter(game__table=table).first() if user.is_authenticated else None


def own_seat_or_404(table: str, user: Any) -> Player:
    """The seat that this user owns, not one where he only sits in: for what its owner alone decides."""
    return found_or_404(_seats(user).filter(game__table=table, user=user).first() if user.is_authenticated else None)


def found_or_404(player: Player | None) -> Player:
    """The player. Raises Http404 for None."""
    if player is None:
        raise Http404
    return player


def is_closed(game: Game) -> bool:
    """Whether nothing will happen in this game any more, so that all of it is open: over, or stopped for good."""
    return game.is_over or (game.has_no_result and not game.is_stopped)

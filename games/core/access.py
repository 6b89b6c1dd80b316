"""Access to tables. Functions named ``…_or_404`` fetch and authorise in one step, or raise `Http404`."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from accounts.models import Block, User, Visitor
from games.models import Game, Invitation, Player, seen_by


class TableAccess(NamedTuple):
    """A visitor's access to a table: ``me`` is their seat, None for a spectator; ``players`` are in seat order."""

    game: Game
    players: list[Player]
    me: Player | None


def seat_of(game: Game, user: Visitor) -> Player | None:
    """Return the user's own seat, the seat that they play for a friend, or None."""
    return _seats(user).filter(game=game).first() if user.is_authenticated else None


def _seats(user: User) -> QuerySet[Player]:
    return Player.objects.filter(seen_by(user)).select_related("game", "user", "friend")


def may_see(game: Game, user: Visitor) -> bool:
    """Return whether this user may see the table: everyone if it is public, otherwise its players and invited users."""
    return game.public or seat_of(game, user) is not None or invitation_of(game, user) is not None


def invitation_of(game: Game, user: Visitor) -> Invitation | None:
    """Return this user's unanswered invitation to a table that is waiting for players, or None."""
    if not user.is_authenticated or not game.is_open:
        return None
    return pending_invitations(user, game.invitations.all()).select_related("by").first()


def pending_invitations(user: User, invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Return the unanswered invitations of ``user``.

    Exclude invitations from users they have blocked, and to tables of users who have blocked them.
    """
    arrived = invitations.filter(user=user, declined=False).exclude(by__in=Block.objects.filter(by=user).values("who"))
    return arrived.exclude(blocked_tables(user, "game"))


def blocked_tables(user: User, game: str = "pk") -> Q:
    """Match rows whose table has a player who blocked ``user``, unless ``user`` has a seat there.

    ``game`` is the field with the table's key. Blocking the owner of a bot also blocks the bot.
    """
    avoided = Exists(Block.objects.filter(who__in={user.pk, user.owner_id or user.pk}, by__seats__game=OuterRef(game)))
    return Q(avoided) & ~Q(Exists(Player.objects.filter(user=user.pk, game=OuterRef(game))))


def may_spectate(game: Game, user: Visitor, me: Player | None) -> bool:
    """Return whether this user counts as a spectator of a public, started game; ``me`` is their seat, or None.

    While the game runs or may be reopened, only full accounts without a seat count; afterwards, all signed-in users do.
    """
    if not (game.public and game.started_at and user.is_authenticated):
        return False
    return not game.keeps_secrets or (me is None and not user.is_guest)


def table_or_404(table: str, user: Visitor) -> Game:
    """Return the table. Raise `Http404` if it does not exist or the user is not allowed to see it."""
    game = table_at(table)
    if game is None or not may_see(game, user):
        raise Http404
    return game


def table_access_or_404(table: str, user: Visitor) -> TableAccess:
    """Return the table with its players and the user's seat. Raise `Http404` like ``table_or_404``."""
    game = table_at(table)
    if game is None:
        raise Http404
    return access_among(game, Player.objects.seated(game), user)


def access_among(game: Game, players: Sequence[Player], user: Visitor) -> TableAccess:
    """Return the user's access to a game with these players. Raise `Http404` if they are not allowed to see it."""
    me = next((player for player in players if player.is_seen_by(user)), None)
    if not game.public and me is None and invitation_of(game, user) is None:
        raise Http404
    return TableAccess(game, [*players], me)


def my_seat_or_404(table: str, user: Visitor) -> Player:
    """Return the seat from which this user sees the table. Raise `Http404` if there is none.

    ``games.play`` checks whether the user may move for this seat.
    """
    return found_or_404(seat_at(table, user))


def seat_at(table: str, user: Visitor) -> Player | None:
    """Return the seat from which this user sees the table, or None if the user has no seat there."""
    return _seats(user).filter(game__public_id=table).first() if user.is_authenticated else None


def table_at(table: str) -> Game | None:
    """Return the table without checking access, or None if it does not exist."""
    return Game.objects.filter(public_id=table).first()


def seat_key_at(table: str, user: Visitor) -> Player | None:
    """Return the seat as ``seat_at`` does, but load only the keys of the seat and its game.

    The write path loads the rest.
    """
    return Player.objects.seen_at(table, user) if user.is_authenticated else None


class Glance(NamedTuple):
    """A table for a socket: ``game`` has the fields in ``GLANCED``, ``seat`` is the key of the viewer's seat."""

    game: Game
    seat: int | None


GLANCED = ("id", "public_id", "public", "status", "version", "chat_version", "gallery_version", "started_at")


def glance(table: str, user: Visitor) -> Glance | None:
    """Return the table and the key of the user's seat, or None if the user may not see the table."""
    seats = Player.objects.filter(seen_by(user)) if user.is_authenticated else Player.objects.none()
    seat = Subquery(seats.filter(game=OuterRef("pk")).order_by("pk").values("pk")[:1])
    game = Game.objects.filter(public_id=table).only(*GLANCED).annotate(seat=seat).first()
    if game is None or not (game.public or game.seat is not None or invitation_of(game, user) is not None):
        return None
    return Glance(game, game.seat)


def own_seat_or_404(table: str, user: Visitor) -> Player:
    """Return the user's own seat, for decisions that a substitute must not make. Raise `Http404` if there is none."""
    return found_or_404(
        _seats(user).filter(game__public_id=table, user=user).first() if user.is_authenticated else None
    )


def found_or_404(player: Player | None) -> Player:
    if player is None:
        raise Http404
    return player


def is_practice(game: Game, players: Iterable[Player]) -> bool:
    """Return whether the game is unrated and one person plays against computer players only.

    A lost seat, which another person may take over, does not count as a computer player's.
    """
    persons = [player for player in players if not player.bot or player.lost_by_id]
    return not game.rated and len(persons) == 1 and persons[0].user_id is not None


def may_take_hints(access: TableAccess, user: Visitor) -> bool:
    """Return whether this user may ask for hints: only in their own seat, at a running practice table."""
    game, players, me = access
    own = me is not None and me.user_id == user.pk and not me.stand_in
    return own and game.is_running and is_practice(game, players)


def is_closed(game: Game) -> bool:
    """Return whether the game has ended for good, with or without a result, and everything is public."""
    return game.is_over or (game.has_no_result and not game.is_stopped)

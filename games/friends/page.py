"""A user's friends, with the running games they share."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from accounts.friends.friendships import friends_of
from accounts.models import Friendship, User
from games.models import NOT_PACKED, Game, Player


class SharedGame(NamedTuple):
    """A running game of two friends. ``mine``: it is the user's move; ``theirs``: the friend's."""

    game: Game
    mine: bool
    theirs: bool


class Friend(NamedTuple):
    """A friend, the friendship, the shared running games, and how many public games the friend plays in."""

    person: User
    key: int
    together: list[SharedGame]
    public: int


def friends_with_tables(user: User) -> list[Friend]:
    """All friends by name, in a constant number of queries."""
    people = list(friends_of(user))
    keys = _keys(user)
    together, public = _seats(user, people)
    return [Friend(person, keys[person.pk], together[person.pk], public[person.pk]) for person in people]


def _keys(user: User) -> dict[int, int]:
    agreed = Friendship.objects.filter(agreed_at__isnull=False)
    rows = (agreed.filter(by=user) | agreed.filter(to=user)).values_list("pk", "by", "to")
    return {other if by == user.pk else by: pk for pk, by, other in rows}


def _seats(user: User, people: list[User]) -> tuple[dict[int, list[SharedGame]], dict[int, int]]:
    running = Player.objects.filter(NOT_PACKED, game__status=Game.Status.RUNNING)
    mine = {seat.game_id: seat.to_move_since is not None for seat in running.filter(user=user)}
    together: dict[int, list[SharedGame]] = defaultdict(list)
    public: dict[int, int] = defaultdict(int)
    theirs: Any = running.filter(user__in=people).select_related("game").order_by("game__name", "game")
    for seat in theirs:
        public[seat.user_id] += seat.game.public
        if seat.game_id in mine:
            together[seat.user_id].append(SharedGame(seat.game, mine[seat.game_id], seat.to_move_since is not None))
    return together, public


def friends_to_invite(game: Game, user: User) -> list[User]:
    """Friends who neither have a seat at this table nor an invitation."""
    people = friends_of(user).exclude(seats__game=game).exclude(invitations__game=game)
    return list(people)

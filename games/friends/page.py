"""A user's friends, with the running games that both play."""

from collections import defaultdict
from typing import Any, NamedTuple

from django.db.models import Q

from accounts.friends.friendships import blocks_of, friends_of
from accounts.i18n.collation import by_shown_name
from accounts.models import Friendship, User
from games.models import NOT_PACKED, Game, Player

GAMES_LOOKED_AT = 30
"""The number of the user's latest games that the page searches for people."""

PEOPLE_MET = 5


class SharedGame(NamedTuple):
    """A running game of two friends; ``mine`` and ``theirs`` tell whether it is the user's or the friend's turn."""

    game: Game
    mine: bool
    theirs: bool


class Friend(NamedTuple):
    """A friend: the key of the friendship, the running games of both, and the number of the friend's public games."""

    person: User
    key: int
    together: list[SharedGame]
    public: int


def friends_with_tables(user: User) -> list[Friend]:
    """Return all friends in order of their names, in a constant number of queries."""
    people = by_shown_name(friends_of(user))
    keys = _keys(user)
    together, public = _seats(user, people)
    return [Friend(person, keys[person.pk], together[person.pk], public[person.pk]) for person in people]


def _keys(user: User) -> dict[int, int]:
    agreed = Friendship.objects.filter(agreed_at__isnull=False)
    rows = (agreed.filter(by=user) | agreed.filter(to=user)).values_list("pk", "by", "to")
    return {other if by == user.pk else by: pk for pk, by, other in rows}


def _seats(user: User, people: list[User]) -> tuple[dict[int, list[SharedGame]], dict[int, int]]:
    seats = list(Player.objects.filter(NOT_PACKED, user__in=[user, *people]).only("game", "user", "to_move_since"))
    at_table: dict[int, list[Any]] = defaultdict(list)
    for seat in seats:
        at_table[seat.game_id].append(seat)
    together: dict[int, list[SharedGame]] = defaultdict(list)
    public: dict[int, int] = defaultdict(int)
    # In two queries, because PostgreSQL doesn't know that most seats are packed.
    for game in Game.objects.filter(pk__in=at_table, status=Game.Status.RUNNING).order_by("name", "pk"):
        moves = {seat.user_id: seat.to_move_since is not None and not game.is_paused for seat in at_table[game.pk]}
        for person in moves.keys() - {user.pk, None}:
            public[person] += game.public
            if user.pk in moves:
                together[person].append(SharedGame(game, moves[user.pk], moves[person]))
    return together, public


def people_met(user: User) -> list[User]:
    """Return people from the user's latest games, latest first, without friends, friend requests and blocks."""
    own = Player.objects.filter(NOT_PACKED, user=user).order_by("-pk")
    games = list(own.values_list("game", flat=True)[:GAMES_LOOKED_AT])
    known = {user.pk, *blocks_of(user)}
    for pair in Friendship.objects.filter(Q(by=user) | Q(to=user)).values_list("by", "to"):
        known.update(pair)
    seats = Player.objects.filter(game__in=games, user__isnull=False).exclude(user__in=known).order_by("-game", "seat")
    keys = dict.fromkeys(seats.values_list("user", flat=True))
    people = User.objects.filter(is_guest=False, owner=None, is_active=True, erased_at=None).in_bulk(list(keys))
    return [people[key] for key in keys if key in people][:PEOPLE_MET]


def friends_to_invite(game: Game, user: User) -> list[User]:
    """Return the user's friends who have neither a seat at this table nor an invitation, ordered by name."""
    return by_shown_name(friends_of(user).exclude(seats__game=game).exclude(invitations__game=game))

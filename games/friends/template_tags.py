"""What is between the visitor and somebody else."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import template

from accounts.friends.friendships import between, blocks_of
from accounts.models import User
from games.friends import page
from games.models import Game

register = template.Library()


class Bond(NamedTuple):
    """``key`` is the row's, if there is one; ``asks``: the other asks me; ``asked``: I have asked the other."""

    key: int
    friends: bool
    asks: bool
    asked: bool
    blocked: bool


@register.simple_tag
def bond(user: Any, person: User) -> Bond:
    """As ``user`` may know it: whether the other has declined or blocked him is not in it."""
    found, blocked = between(user, person), person.pk in blocks_of(user)
    if found is None:
        return Bond(0, False, False, False, blocked)
    agreed = found.agreed_at is not None
    return Bond(found.pk, agreed, not agreed and found.to_id == user.pk, not agreed and found.by_id == user.pk, blocked)


@register.simple_tag
def friends_to_invite(game: Game, user: Any) -> list[User]:
    """Friends whom this table has not asked yet."""
    return page.friends_to_invite(game, user)

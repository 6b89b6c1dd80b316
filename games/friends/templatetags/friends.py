"""Template tags for the relation between the visitor and another user."""

from typing import NamedTuple

from django import template

from accounts.friends.friendships import blocks_of, friendship_of
from accounts.models import User, Visitor
from games.friends.page import friends_to_invite

register = template.Library()
register.simple_tag(friends_to_invite)


class Relation(NamedTuple):
    """The relation between the visitor and another user; ``key`` is the friendship's key, or 0 if there is none.

    ``asks`` means that the other user has sent a request, ``asked`` that the visitor has, and ``blocked`` that the
    visitor has blocked the other user.
    """

    key: int
    friends: bool
    asks: bool
    asked: bool
    blocked: bool


@register.simple_tag
def relation_to(user: Visitor, person: User) -> Relation:
    """Return the relation without anything that ``user`` must not learn: refusals and blocks by the other user."""
    found, blocked = friendship_of(user, person), person.pk in blocks_of(user)
    if found is None:
        return Relation(0, False, False, False, blocked)
    agreed = found.agreed_at is not None
    return Relation(
        found.pk, agreed, not agreed and found.to_id == user.pk, not agreed and found.by_id == user.pk, blocked
    )

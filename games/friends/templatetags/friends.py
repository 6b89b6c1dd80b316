"""Template tags for the relation between the visitor and another user."""

from typing import NamedTuple

from django import template

from accounts.friends.friendships import blocks_of, friendship_of, may_challenge
from accounts.models import User, Visitor
from games.friends.page import friends_to_invite

register = template.Library()
register.simple_tag(friends_to_invite)


class Relation(NamedTuple):
    """The relation between the visitor and another user; ``key`` is the friendship's key, or 0 if there is none.

    ``asks`` means that the other user has sent a request, ``asked`` that the visitor has, and ``blocked`` that the
    visitor has blocked the other user. ``may_challenge`` means that the page offers to challenge the other user.
    """

    key: int
    friends: bool
    asks: bool
    asked: bool
    blocked: bool
    may_challenge: bool


@register.simple_tag
def relation_to(user: Visitor, person: User) -> Relation:
    """Return the relation, without the other user's refusals and blocks, which ``user`` must not learn of."""
    found, blocks = friendship_of(user, person), blocks_of(user)
    agreed = found is not None and found.agreed_at is not None
    request = None if agreed else found
    return Relation(
        key=found.pk if found else 0,
        friends=agreed,
        asks=request is not None and request.to_id == user.pk,
        asked=request is not None and request.by_id == user.pk,
        blocked=person.pk in blocks,
        may_challenge=may_challenge(user, person, blocks),
    )

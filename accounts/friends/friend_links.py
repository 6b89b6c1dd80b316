"""Links that users send to others to become friends, instead of spelling a user name."""

from datetime import timedelta

from django.core import signing
from django.db import transaction
from django.utils import timezone

from accounts.friends.friendships import blocks_of, check_friends, friendship_of
from accounts.models import Friendship, User, Visitor
from accounts.signals import friendship_changed

VALID = timedelta(days=7)
_SALT = "accounts.friends.link"


def token_of(owner: User) -> str:
    """Return the token of a new link by ``owner``, for a URL."""
    return signing.dumps(owner.pk, salt=_SALT)


def owner_of(token: str, visitor: Visitor) -> User | None:
    """Return the user who sent this link; None if it is too old or altered, or for users whom its owner blocks.

    A blocked user thus learns nothing: to them the link has expired.
    """
    try:
        pk = signing.loads(token, salt=_SALT, max_age=VALID)
    except signing.BadSignature:
        return None
    owner = User.objects.filter(pk=pk, is_active=True, erased_at=None).first()
    return None if owner is None or visitor.pk in blocks_of(owner) else owner


@transaction.atomic
def befriend(user: User, owner: User) -> Friendship:
    """Make ``user`` a friend of ``owner``, whose link they opened, and notify ``owner``. Idempotent.

    Raise `Refused` if ``user`` may not write to others, is ``owner``, is a guest or has blocked ``owner``.
    """
    check_friends(user, owner)
    friendship = friendship_of(user, owner)
    if friendship is None:
        friendship = Friendship.objects.create(by=owner, to=user, agreed_at=timezone.now())
    elif friendship.agreed_at is None:
        friendship.by, friendship.to = owner, user
        friendship.agreed_at, friendship.declined_at = timezone.now(), None
        friendship.save(update_fields=["by", "to", "agreed_at", "declined_at"])
    else:
        return friendship
    friendship_changed.send(sender=Friendship, friendship=friendship)
    return friendship

"""Links that users send to others to become friends, without having to spell a user name."""

from datetime import timedelta

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.friends.friendships import blocks_of, check_friends, friendship_of
from accounts.models import Friendship, User, Visitor
from accounts.refusals import Refused
from accounts.signals import friendship_changed

VALID = timedelta(days=7)
_SALT = "accounts.friends.link"


def token_of(owner: User) -> str:
    return signing.dumps(owner.pk, salt=_SALT)


def owner_of(token: str, visitor: Visitor) -> User | None:
    """Return the user who sent this link, or None if it is too old or altered, or if its sender blocks the visitor.

    A blocked visitor can't tell a block from an expired link.
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

    Raise `Refused` if ``user`` may not write to others, is ``owner``, is a guest or has blocked ``owner``; or if both
    users make the same change at the same moment.
    """
    check_friends(user, owner)
    friendship = friendship_of(user, owner) or Friendship()
    if friendship.agreed_at is not None:
        return friendship
    friendship.by, friendship.to = owner, user
    friendship.agreed_at, friendship.declined_at = timezone.now(), None
    try:
        with transaction.atomic():
            friendship.save()
    except IntegrityError as crossed:
        raise Refused(_("Something changed in the meantime. Take another look.")) from crossed
    friendship_changed.send(sender=Friendship, friendship=friendship)
    return friendship

"""Friendships and blocks.

Both are private: users never learn that they are blocked or were declined, and every response to a blocked user
looks like a response to other users.
"""

from collections.abc import Collection

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.restrictions import check_may_write
from accounts.models import Block, Friendship, User, Visitor
from accounts.refusals import Refused
from accounts.signals import friendship_changed

MAX_PENDING_REQUESTS = 50
"""The maximum number of requests by a user that have not been accepted."""


def blocks_of(user: Visitor) -> set[int]:
    """Return the primary keys of the users blocked by ``user``."""
    if not user.is_authenticated:
        return set()
    return set(Block.objects.filter(by=user.pk).values_list("who_id", flat=True))


def blocked_by(user: Visitor) -> set[int]:
    """Return the primary keys of the users who have blocked ``user``. Never show them to ``user``."""
    if not user.is_authenticated:
        return set()
    return set(Block.objects.filter(who=user.pk).values_list("by_id", flat=True))


def friends_of(user: Visitor) -> QuerySet[User]:
    """Return the friends of ``user``, unordered."""
    if not user.is_authenticated:
        return User.objects.none()
    agreed = Friendship.objects.filter(agreed_at__isnull=False)
    # A union, because PostgreSQL reads all users for two subqueries combined by OR.
    friends = agreed.filter(by=user.pk).values("to").union(agreed.filter(to=user.pk).values("by"))
    return User.objects.filter(pk__in=friends, is_active=True, erased_at=None)


def pending_requests(user: User) -> QuerySet[Friendship]:
    """Return the unanswered requests to ``user``, newest first, except those from blocked or inactive users."""
    return _open_requests(user).filter(declined_at=None)


def declined_requests(user: User) -> QuerySet[Friendship]:
    """Return the requests that ``user`` has declined and may still accept."""
    return _open_requests(user).filter(declined_at__isnull=False)


def _open_requests(user: User) -> QuerySet[Friendship]:
    open_requests = Friendship.objects.filter(to=user, agreed_at=None, by__is_active=True)
    return open_requests.exclude(by__in=user.blocks.values("who")).select_related("by").order_by("-pk")


def sent_requests(user: User) -> QuerySet[Friendship]:
    """Return the requests by ``user`` that have not been accepted, newest first. Show declined requests as pending."""
    return Friendship.objects.filter(by=user, agreed_at=None, to__is_active=True).select_related("to").order_by("-pk")


def friendship_of(user: Visitor, other: User) -> Friendship | None:
    """Return the friendship or request between the two users, or None."""
    if not user.is_authenticated:
        return None
    return Friendship.objects.filter(Q(by=user.pk, to=other) | Q(by=other, to=user.pk)).first()


def shows_skill(person: User, viewer: Visitor) -> bool:
    """Return whether ``viewer`` may see the luck and skill of ``person``; users may always see their own."""
    if person.pk == viewer.pk or person.skill_shown_to == User.Audience.ANYONE:
        return True
    if person.skill_shown_to == User.Audience.NOBODY:
        return False
    friendship = friendship_of(viewer, person)
    return friendship is not None and friendship.agreed_at is not None


def may_challenge(user: Visitor, person: User, blocked: Collection[int]) -> bool:
    """Return whether pages offer ``user``, who blocks the users ``blocked``, to challenge ``person``.

    A block by ``person`` makes no difference, because it must stay secret.
    """
    if not user.is_authenticated or person.pk in (user.pk, *blocked):
        return False
    return person.can_be_challenged


def user_by_name(username: str) -> User | None:
    """Return the active user with this name, or None. Ignore case and a leading "@"."""
    name = username.strip().removeprefix("@")
    # PostgreSQL rejects a NUL in a query.
    if not name or not name.isprintable():
        return None
    return User.objects.filter(username__iexact=name, is_active=True, erased_at=None).first()


@transaction.atomic
def send_request(user: User, other: User) -> Friendship:
    """Send ``other`` a friend request, or accept theirs. Idempotent.

    Raise `Refused` if ``user`` is not allowed to write to others, is ``other``, is a guest, has blocked ``other`` or
    has too many pending requests; if ``other`` is a guest or a computer player; or if both send a request at the same
    moment.
    """
    check_friends(user, other)
    request = friendship_of(user, other)
    if request is None:
        request = _create_request(user, other)
    elif request.to_id == user.pk:
        _agree(request)
    return request


def check_friends(user: User, other: User) -> None:
    """Raise `Refused` if the two can't be friends, or if ``user`` may not write to others or has blocked ``other``."""
    check_may_write(user)
    if user == other:
        raise Refused(_("You can’t be your own friend here. Ask somebody else."))
    if user.is_guest:
        raise Refused(_("Guests can’t have friends here. Make an account first: you keep your seats."))
    if other.is_guest:
        raise Refused(_("%(name)s plays as a guest, and guests can’t have friends here.") % {"name": other.shown_name})
    if other.is_bot:
        raise Refused(_("%(name)s is a computer player and doesn’t make friends.") % {"name": other.shown_name})
    if other.pk in blocks_of(user):
        raise Refused(_("You’ve blocked %(name)s. Unblock them first.") % {"name": other.shown_name})


def _create_request(user: User, other: User) -> Friendship:
    if sent_requests(user).count() >= MAX_PENDING_REQUESTS:
        raise Refused(
            ngettext(
                "You have %(most)d request waiting for an answer. Withdraw it first.",
                "You have %(most)d requests waiting for an answer. Withdraw some first.",
                MAX_PENDING_REQUESTS,
            )
            % {"most": MAX_PENDING_REQUESTS}
        )
    try:
        with transaction.atomic():
            request = Friendship.objects.create(by=user, to=other)
    except IntegrityError as crossed:
        # The other user sent a request at the same moment.
        raise Refused(_("Something changed in the meantime. Take another look.")) from crossed
    friendship_changed.send(sender=Friendship, friendship=request)
    return request


def _agree(request: Friendship) -> None:
    if request.agreed_at is None:
        request.agreed_at, request.declined_at = timezone.now(), None
        request.save(update_fields=["agreed_at", "declined_at"])
        friendship_changed.send(sender=Friendship, friendship=request)


@transaction.atomic
def accept(user: User, request: Friendship) -> None:
    """Accept a request to ``user``, even a declined one.

    Raise `Refused` if ``user`` is not allowed to write to others or has blocked the sender, or if one of the two is not
    allowed to have friends.
    """
    check_friends(user, request.by)
    _agree(request)


def decline(request: Friendship) -> None:
    """Decline a request that has not been accepted. The sender is not notified and sees no difference."""
    Friendship.objects.filter(pk=request.pk, agreed_at=None).update(declined_at=timezone.now())


def delete(friendship: Friendship) -> None:
    """Withdraw a request or end a friendship, without notification."""
    friendship.delete()


@transaction.atomic
def block(user: User, other: User) -> None:
    """Block ``other``, and end a friendship or withdraw a request to them. Idempotent.

    A pending request by ``other`` is kept, so that they see no difference. Raise `Refused` if ``other`` is ``user``.
    """
    if user == other:
        raise Refused(_("You can’t block yourself."))
    Block.objects.get_or_create(by=user, who=other)
    Friendship.objects.filter(Q(by=user, to=other) | Q(by=other, to=user, agreed_at__isnull=False)).delete()


def unblock(user: User, other: User) -> None:
    """Remove a block. An earlier friendship is not restored."""
    Block.objects.filter(by=user, who=other).delete()

"""Whom people like to play with and whom they avoid. Neither is anybody else's business: nobody is ever told that he
is blocked or was declined, and each answer to a blocked person is one that others get too.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.refusals import Refused
from accounts.access.restrictions import check_may_write
from accounts.models import Block, Friendship, User
from accounts.signals import befriending

MOST_ASKED = 50
"""So many of one person's requests may wait for an answer."""


def blocks_of(user: Any) -> set[int]:
    """Whom this person has blocked, by key."""
    if not user.is_authenticated:
        return set()
    return set(Block.objects.filter(by=user.pk).values_list("who_id", flat=True))


def blocked_by(user: Any) -> set[int]:
    """Who has blocked this person, by key. For decisions alone, never for anything that he is shown."""
    if not user.is_authenticated:
        return set()
    return set(Block.objects.filter(who=user.pk).values_list("by_id", flat=True))


def friends_of(user: Any) -> QuerySet[User]:
    """The friends of this person, by name."""
    if not user.is_authenticated:
        return User.objects.none()
    agreed = Friendship.objects.filter(agreed_at__isnull=False)
    pairs = Q(pk__in=agreed.filter(by=user.pk).values("to")) | Q(pk__in=agreed.filter(to=user.pk).values("by"))
    return User.objects.filter(pairs, is_active=True, gone_at=None).order_by("username_key", "pk")


def asking(user: User) -> QuerySet[Friendship]:
    """Who wants to be this person's friend and has had no answer; not whom he has blocked. The newest first."""
    return _asking(user).filter(declined_at=None)


def declined_by(user: User) -> QuerySet[Friendship]:
    """Whose requests this person has declined, and may still accept."""
    return _asking(user).filter(declined_at__isnull=False)


def _asking(user: User) -> QuerySet[Friendship]:
    open_requests = Friendship.objects.filter(to=user, agreed_at=None, by__is_active=True)
    return open_requests.exclude(by__in=user.blocks.values("who")).select_related("by").order_by("-pk")


def asked_by(user: User) -> QuerySet[Friendship]:
    """Whom this person has asked and who has not agreed; those who have declined look like the others."""
    return Friendship.objects.filter(by=user, agreed_at=None, to__is_active=True).select_related("to").order_by("-pk")


def between(user: Any, other: User) -> Friendship | None:
    """What is between the two: one has asked, or both have agreed."""
    if not user.is_authenticated:
        return None
    return Friendship.objects.filter(Q(by=user.pk, to=other) | Q(by=other, to=user.pk)).first()


def called(username: str) -> User | None:
    """Whoever has this user name, as somebody writes it."""
    name = username.strip().removeprefix("@")
    # PostgreSQL refuses to look for a NUL.
    if not name or not name.isprintable():
        return None
    return User.objects.filter(username__iexact=name, is_active=True, gone_at=None).first()


@transaction.atomic
def ask(user: User, other: User) -> Friendship:
    """Ask ``other`` to be a friend; if he has asked before, they are friends now. Again changes nothing.

    Raises Refused for oneself, guests, whom one has blocked, too many requests, and whoever may not write to others.
    """
    _check(user, other)
    request = between(user, other)
    if request is None:
        request = _ask(user, other)
    elif request.to_id == user.pk:
        _agree(request)
    return request


def _check(user: User, other: User) -> None:
    check_may_write(user)
    if user == other:
        raise Refused(_("You can't be your own friend here. Ask somebody else."))
    if user.is_guest:
        raise Refused(_("A guest has no friends here. Make an account first: your seats stay yours."))
    if other.is_guest:
        raise Refused(_("%(name)s plays as a guest, and guests have no friends here.") % {"name": other.shown_name})
    if other.pk in blocks_of(user):
        raise Refused(_("You have blocked %(name)s. Unblock first.") % {"name": other.shown_name})


def _ask(user: User, other: User) -> Friendship:
    if asked_by(user).count() >= MOST_ASKED:
        raise Refused(
            ngettext(
                "%(most)d request of yours waits for an answer. Withdraw it first.",
                "%(most)d requests of yours wait for an answer. Withdraw some first.",
                MOST_ASKED,
            )
            % {"most": MOST_ASKED}
        )
    try:
        with transaction.atomic():
            request = Friendship.objects.create(by=user, to=other)
    except IntegrityError as crossed:
        # The other has asked at this very moment.
        raise Refused(_("Something has changed meanwhile. Look again.")) from crossed
    befriending.send(sender=Friendship, friendship=request)
    return request


def _agree(request: Friendship) -> None:
    if request.agreed_at is None:
        request.agreed_at, request.declined_at = timezone.now(), None
        request.save(update_fields=["agreed_at", "declined_at"])
        befriending.send(sender=Friendship, friendship=request)


@transaction.atomic
def accept(user: User, request: Friendship) -> None:
    """Say yes to whom asks ``user``, even after a no. Raises Refused."""
    _check(user, request.by)
    _agree(request)


def decline(request: Friendship) -> None:
    """Say no; who has asked is not told, and sees what he saw before."""
    Friendship.objects.filter(pk=request.pk, agreed_at=None).update(declined_at=timezone.now())


def end(friendship: Friendship) -> None:
    """Withdraw a request, or be friends no more; nobody is told."""
    friendship.delete()


@transaction.atomic
def block(user: User, other: User) -> None:
    """From now on ``user`` has nothing to do with ``other``; a friendship ends. Again changes nothing.

    What the other has asked stays as he sees it. Raises Refused for oneself.
    """
    if user == other:
        raise Refused(_("You can't block yourself."))
    Block.objects.get_or_create(by=user, who=other)
    both = Friendship.objects.filter(Q(by=user, to=other) | Q(by=other, to=user, agreed_at__isnull=False))
    both.delete()


def unblock(user: User, other: User) -> None:
    """As it was before, without the friendship."""
    Block.objects.filter(by=user, who=other).delete()

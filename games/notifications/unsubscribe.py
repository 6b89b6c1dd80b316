"""Unsubscribe links in mails, which work without signing in (RFC 8058)."""

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from games.models import Game, NotificationKind

SIGNER = signing.Signer(salt="games.notices.stop")


class Subscription(NamedTuple):
    """The kinds of notices in a mail to ``user``, and their table, or None for several tables or none."""

    user: User
    kinds: list[NotificationKind]
    game: Game | None


def stop_url(user: User, kinds: Collection[NotificationKind], game: Game | None = None) -> str:
    """Return the absolute unsubscribe URL. It never expires, so that links in old mails keep working."""
    signed = SIGNER.sign_object([user.pk, sorted(kinds), *([game.pk] if game else [])])
    return settings.SITE_URL + reverse("stop-notices", args=[signed])


def read(token: str) -> Subscription | None:
    """Return the subscription that the link ends, or None for an invalid token or an erased account."""
    try:
        pk, kinds, *games = SIGNER.unsign_object(token)
    except signing.BadSignature:
        return None
    if (user := User.objects.filter(pk=pk, erased_at=None).first()) is None:
        return None
    game = Game.objects.filter(pk__in=games, status__in=Game.UNFINISHED).first()
    return Subscription(user, [NotificationKind(kind) for kind in kinds], game)

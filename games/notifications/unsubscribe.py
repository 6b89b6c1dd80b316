"""Unsubscribe links in mails, which work without signing in (RFC 8058)."""

from collections.abc import Collection

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from games.models import NotificationKind

SIGNER = signing.Signer(salt="games.notices.stop")


def stop_url(user: User, kinds: Collection[NotificationKind]) -> str:
    """Return the absolute unsubscribe URL. It never expires, so that links in old mails keep working."""
    return settings.SITE_URL + reverse("stop-notices", args=[SIGNER.sign_object([user.pk, sorted(kinds)])])


def read(token: str) -> tuple[User, list[NotificationKind]] | None:
    """Return the user and the kinds of mail, or None for an invalid token or an erased account."""
    try:
        pk, kinds = SIGNER.unsign_object(token)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, erased_at=None).first()
    return (user, [NotificationKind(kind) for kind in kinds]) if user else None

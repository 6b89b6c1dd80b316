"""The address in every mail that ends mails of its kind, without signing in (RFC 8058)."""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from games.models import Kind

SIGNER = signing.Signer(salt="games.notices.stop")


def stop_url(user: User, kinds: Collection[Kind]) -> str:
    """Absolute. It never expires: whoever finds an old mail must be able to end such mails too."""
    token = SIGNER.sign_object([user.pk, sorted(kinds)])
    return settings.SITE_URL + reverse("stop-notices", args=[token])


def read(token: str) -> tuple[User, list[Kind]] | None:
    """Whose mails of which kinds; None if it is not of ours, or the person is gone."""
    try:
        pk, kinds = SIGNER.unsign_object(token)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, gone_at=None).first()
    return (user, [Kind(kind) for kind in kinds]) if user else None

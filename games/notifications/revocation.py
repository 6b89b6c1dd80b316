"""Ends what a stranger could have left in an account to be told by, once its owner has ended all access to it."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import access_revoked
from games.models import FeedKey, PushSubscription, Webhook


@receiver(access_revoked)
def end_destinations(user: User, **_kwargs: object) -> None:
    """Delete the addresses of feeds, the browsers that show notices, and the webhooks; mails go on."""
    for model in (FeedKey, PushSubscription, Webhook):
        model._default_manager.filter(user=user).delete()

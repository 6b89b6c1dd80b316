"""Ends all access to an account but signing in: after a password reset by mail, or on request after a change.

A reset by mail may mean that an intruder had access, so tokens, programs, feeds and webhooks are revoked. Passkeys and
authenticator apps are kept. After a normal change, which requires the old password, tokens and programs stay valid
unless the user chooses otherwise.
"""

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import Token, User
from accounts.oauth import programs
from accounts.signals import access_revoked
from accounts.tokens import tokens


@transaction.atomic
def revoke_all(user: User) -> None:
    """Revoke the user's and their computer players' tokens, all programs' access, and pending address changes.

    Receivers of ``access_revoked`` delete feeds, browser subscriptions and webhooks.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for token in Token.objects.filter(user__in=[user, *user.bots.all()]).order_by("pk"):
        tokens.revoke(token)
    programs.revoke_all(user)
    mine = EmailAddress.objects.filter(user=user)
    if mine.filter(verified=True).exists():
        mine.filter(verified=False).delete()
    access_revoked.send(User, user=user)

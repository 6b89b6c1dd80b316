"""Ends all access to an account but by its password: after a reset by mail, or a change that asks for it.

A reset by mail may mean that a stranger was in the account, so nothing that they could have made stays. After a plain
change, which needs the old password, tokens and programs go on unless the person ticks that they shall not.
"""

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import Token, User
from accounts.oauth import programs
from accounts.signals import access_revoked
from accounts.tokens import tokens


@transaction.atomic
def revoke_all(user: User) -> None:
    """Revoke the user's credentials.

    These are their tokens, their computer players' tokens, programs, links in mails and pending changes of address.
    Receivers of ``access_revoked`` end access to games: feeds, browsers and webhooks.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for token in Token.objects.filter(user__in=[user, *user.bots.all()]).order_by("pk"):
        tokens.revoke(token)
    programs.revoke_all(user)
    mine = EmailAddress.objects.filter(user=user)
    if mine.filter(verified=True).exists():
        mine.filter(verified=False).delete()
    access_revoked.send(User, user=user)

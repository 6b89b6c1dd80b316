"""Families of tokens: all tokens that stem from one authorization. Reuse of a refresh token ends its family.

RFC 9700, 4.14.2: a reused token has two holders, and the site can't tell which of them stole it. Allauth
deletes a used refresh token; here it is kept under a separate type until its original expiry.
"""

import uuid

from allauth.idp.oidc.models import Token as ProgramToken

from accounts.models import AuthorizedProgram
from accounts.signals import token_revoked

USED = "ur"
"""The type of a refresh token that has been exchanged for a new pair."""

_GOOD = [ProgramToken.Type.ACCESS_TOKEN, ProgramToken.Type.REFRESH_TOKEN]


def store(access_token: str, refresh_token: str, used: ProgramToken | None) -> None:
    """Store the family of a new pair of tokens, and keep the refresh token ``used`` to get them, if any."""
    family = ""
    for value in (access_token, refresh_token):
        token = ProgramToken.objects.by_value(value).get(type__in=_GOOD)
        family = family or token.get_grant_id() or uuid.uuid4().hex  # allauth sets none for a device's tokens
        token.set_grant_id(family)
        token.save(update_fields=["data"])
    if used is not None:
        facts = {"user_id": used.user_id, "client_id": used.client_id, "expires_at": used.expires_at}
        ProgramToken.objects.create(type=USED, hash=used.hash, data={"grant_id": family}, **facts)


def end_if_used(refresh_token: str) -> None:
    """End the family, including its streams, if this refresh token has been used before."""
    used = ProgramToken.objects.by_value(refresh_token).filter(type=USED).first()
    if used is None:
        return
    mine = ProgramToken.objects.filter(user=used.user_id, client=used.client_id, type__in=_GOOD)
    mine.filter(data__grant_id=used.get_grant_id()).delete()
    token_revoked.send(AuthorizedProgram, user=used.user_id)

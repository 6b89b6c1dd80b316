"""Programs that a user has authorized, and programs they have registered."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProgramToken
from django.db import transaction
from django.db.models import QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.account_lock import hold_account
from accounts.models import AuthorizedProgram, User
from accounts.oauth.scopes import SCOPES
from accounts.refusals import Refused
from accounts.signals import token_revoked

MOST = 5

Grant = Client.GrantType


class Kind(TextChoices):
    """The kind of a program, which decides whether it has a secret."""

    SERVER = "server", _("On my own server")
    APP = "app", _("On people’s devices")


_GRANTS = {
    Kind.SERVER: [Grant.AUTHORIZATION_CODE, Grant.REFRESH_TOKEN, Grant.CLIENT_CREDENTIALS],
    Kind.APP: [Grant.AUTHORIZATION_CODE, Grant.REFRESH_TOKEN, Grant.DEVICE_CODE],
}
_TYPES = {Kind.SERVER: Client.Type.CONFIDENTIAL, Kind.APP: Client.Type.PUBLIC}


class Registered(NamedTuple):
    """A new program, and its secret or an empty string. Only a hash of the secret is stored."""

    client: Client
    secret: str


def authorized_by(user: User) -> QuerySet[AuthorizedProgram]:
    return AuthorizedProgram.objects.filter(user=user).select_related("client__owner")


def registered_by(user: User) -> QuerySet[Client]:
    """Return the programs registered by the user, oldest first."""
    return Client.objects.filter(owner=user).order_by("created_at", "pk")


@transaction.atomic
def authorize(user: User, client: Client, scopes: Iterable[str]) -> bool:
    """Let the program act for the user with these additional scopes. Return whether it had no permission before."""
    hold_account(user)
    found, new = AuthorizedProgram.objects.select_for_update().get_or_create(user=user, client=client)
    found.scopes = [scope for scope in SCOPES if scope in {*found.scopes, *scopes}]
    found.save(update_fields=["scopes"])
    return new


@transaction.atomic
def revoke(program: AuthorizedProgram) -> None:
    """Revoke the program's permission, delete its tokens and end its streams. Idempotent."""
    # The row first, because issuing a token locks it.
    AuthorizedProgram.objects.filter(pk=program.pk).delete()
    ProgramToken.objects.filter(user=program.user_id, client=program.client_id).delete()
    token_revoked.send(AuthorizedProgram, user=program.user_id)


@transaction.atomic
def revoke_all(user: User) -> None:
    """Revoke all programs' access to the user's account.

    The user's own programs can no longer act for the user by client credentials, but still for other users.
    """
    for program in authorized_by(user).order_by("client_id"):
        revoke(program)
    for client in registered_by(user):
        client.set_grant_types([grant for grant in client.get_grant_types() if grant != Grant.CLIENT_CREDENTIALS])
        client.save(update_fields=["grant_types"])
    ProgramToken.objects.filter(user=user).delete()
    token_revoked.send(AuthorizedProgram, user=user.pk)


@transaction.atomic
def register(user: User, name: str, kind: Kind, redirect_uris: Sequence[str]) -> Registered:
    """Register a program for the user. Raise `Refused` if the user already has ``MOST`` programs."""
    hold_account(user)
    if registered_by(user).count() >= MOST:
        raise Refused(
            ngettext(
                "You have %(most)d program, the maximum. Delete it first.",
                "You have %(most)d programs, the maximum. Delete one first.",
                MOST,
            )
            % {"most": MOST}
        )
    client = Client(owner=user, name=name, type=_TYPES[kind])
    client.set_grant_types([grant.value for grant in _GRANTS[kind]])
    client.set_redirect_uris(list(redirect_uris))
    client.set_scopes(SCOPES)
    secret = get_adapter().generate_client_secret() if kind is Kind.SERVER else ""
    if secret:
        client.set_secret(secret)
    client.save()
    return Registered(client, secret)


@transaction.atomic
def delete(client: Client) -> None:
    """Delete a program with the tokens of all users, and end their streams."""
    users = set(ProgramToken.objects.filter(client=client).values_list("user", flat=True))
    client.delete()
    for user in users:
        token_revoked.send(AuthorizedProgram, user=user)

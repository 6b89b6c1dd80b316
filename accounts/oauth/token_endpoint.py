"""The token endpoint: allauth's, with additional conditions."""

import json
from typing import Any

from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProgramToken
from allauth.idp.oidc.views import TokenView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from oauthlib.oauth2 import AccessDeniedError, InvalidGrantError, UnauthorizedClientError, UnsupportedGrantTypeError

from accounts.access.restrictions import access_restriction
from accounts.models import AuthorizedProgram, User
from accounts.oauth import devices, families
from accounts.signals import token_revoked

STORED = {Client.GrantType.AUTHORIZATION_CODE.value: "code", Client.GrantType.REFRESH_TOKEN.value: "refresh_token"}
"""The parameter with the stored code or token, for each grant that uses one."""

UNSUPPORTED = "password"
"""A grant that oauthlib supports, but not this site: programs must never see a password."""

_allauth = TokenView.as_view()


@csrf_exempt
@transaction.atomic
def issue(request: HttpRequest) -> HttpResponse:
    """Issue tokens to a program. Raise `OAuth2Error`, and issue none, if it has no permission to act for the user.

    A lock on the permission serializes issuing and revoking for a program and a user. It is taken before allauth's
    locks, in the same order as for revoking.
    """
    grant = request.POST.get("grant_type", "")
    if grant == UNSUPPORTED:
        raise UnsupportedGrantTypeError
    presented = _presented(request, grant)
    permission = _lock_permission(request, grant, presented)
    response = _allauth(request)
    if response.status_code == 200:
        _accept(json.loads(response.content), grant, permission, presented)
    elif presented is not None and grant == Client.GrantType.REFRESH_TOKEN and response.status_code == 400:
        families.end_if_used(request.POST["refresh_token"])
    elif permission is not None and grant == Client.GrantType.AUTHORIZATION_CODE:
        # If the code was used before, allauth has revoked the tokens issued for it; end their streams, too.
        token_revoked.send(AuthorizedProgram, user=permission.user_id)
    return response


def _presented(request: HttpRequest, grant: str) -> ProgramToken | None:
    """Return the stored code or refresh token in the request, or None."""
    return ProgramToken.objects.by_value(request.POST.get(STORED.get(grant, ""), "")).first()


def _lock_permission(request: HttpRequest, grant: str, presented: ProgramToken | None) -> AuthorizedProgram | None:
    whose = _permission(request, grant, presented)
    return AuthorizedProgram.objects.select_for_update().filter(**whose).first() if whose else None


def _permission(request: HttpRequest, grant: str, presented: ProgramToken | None) -> dict[str, Any] | None:
    """Return a filter for the permission behind the code or token in the request, or None."""
    if grant == Client.GrantType.DEVICE_CODE:
        asked = devices.find(request.POST.get("device_code", ""))
        return {"user": asked.person, "client": request.POST.get("client_id", "")} if asked and asked.person else None
    return {"user": presented.user_id, "client": presented.client_id} if presented else None


def _accept(
    given: dict[str, str], grant: str, permission: AuthorizedProgram | None, presented: ProgramToken | None
) -> None:
    """Check the tokens issued by allauth, and store their family. Raise `OAuth2Error` if they must not be used."""
    token = ProgramToken.objects.select_related("client__owner", "user").by_value(given["access_token"]).get()
    _admit(token, grant, permission)
    if "refresh_token" in given:
        used = presented if grant == Client.GrantType.REFRESH_TOKEN else None
        families.store(given["access_token"], given["refresh_token"], used)


def _admit(token: ProgramToken, grant: str, permission: AuthorizedProgram | None) -> None:
    if grant == Client.GrantType.CLIENT_CREDENTIALS:
        _give_to_owner(token)
    elif permission is None or (permission.user_id, permission.client_id) != (token.user_id, token.client_id):
        raise InvalidGrantError("The person has revoked it.")
    if not token.user.is_active or access_restriction(token.user):
        raise AccessDeniedError("This account may not use the site just now.")


def _give_to_owner(token: ProgramToken) -> None:
    """Assign the token to the program's owner. With client credentials, a program acts for its owner.

    Raise `UnauthorizedClientError` if the program has no owner, or the owner has revoked its access.
    """
    owner = User.objects.select_for_update(no_key=True).filter(pk=token.client.owner_id).first()
    if owner is None:
        raise UnauthorizedClientError("This program has no owner to act for.")
    # Read again under the lock, because the owner may have revoked it at the same moment.
    if Client.GrantType.CLIENT_CREDENTIALS not in Client.objects.get(pk=token.client_id).get_grant_types():
        raise UnauthorizedClientError("Its owner has ended that.")
    token.user = owner
    token.save(update_fields=["user"])

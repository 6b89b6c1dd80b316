"""Issues tokens by allauth's endpoint, and refuses them unless what this site demands holds too."""

from __future__ import annotations

import json
from typing import Any

from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProgramToken
from allauth.idp.oidc.views import TokenView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from oauthlib.oauth2 import AccessDeniedError, InvalidGrantError, UnauthorizedClientError

from accounts.access.restrictions import access_restriction
from accounts.models import AuthorizedProgram
from accounts.oauth import devices
from accounts.signals import token_revoked

STORED = {Client.GrantType.AUTHORIZATION_CODE.value: "code", Client.GrantType.REFRESH_TOKEN.value: "refresh_token"}
"""By grant, the parameter that is a row of allauth's."""

_allauth = TokenView.as_view()


@csrf_exempt
@transaction.atomic
def issue(request: HttpRequest) -> HttpResponse:
    """Answers a program that asks for tokens. Raises OAuth2Error, and issues none, if it may not act for the person.

    What is given to one program for one person is serialized, and revoking it too, by the lock of their permission. It
    is taken before allauth locks rows of its own, in the order in which they are locked to be revoked.
    """
    grant = request.POST.get("grant_type", "")
    permission = _lock_permission(request, grant)
    response = _allauth(request)
    if response.status_code == 200:
        token = json.loads(response.content)["access_token"]
        _admit(ProgramToken.objects.select_related("client__owner", "user").by_value(token).get(), grant, permission)
    elif permission is not None and grant == Client.GrantType.AUTHORIZATION_CODE:
        # If the code was good before, allauth has ended the tokens that it gave; their streams end too.
        token_revoked.send(AuthorizedProgram, user=permission.user_id)
    return response


def _lock_permission(request: HttpRequest, grant: str) -> AuthorizedProgram | None:
    whose = _asked_for(request, grant)
    return AuthorizedProgram.objects.select_for_update().filter(**whose).first() if whose else None


def _asked_for(request: HttpRequest, grant: str) -> dict[str, Any] | None:
    """Whose permission is used by this code or refresh token; None if nobody gave it."""
    if grant == Client.GrantType.DEVICE_CODE:
        asked = devices.find(request.POST.get("device_code", ""))
        return {"user": asked.person, "client": request.POST.get("client_id", "")} if asked and asked.person else None
    found = ProgramToken.objects.by_value(request.POST.get(STORED.get(grant, ""), "")).first()
    return {"user": found.user_id, "client": found.client_id} if found else None


def _admit(token: ProgramToken, grant: str, permission: AuthorizedProgram | None) -> None:
    if grant == Client.GrantType.CLIENT_CREDENTIALS:
        _give_to_owner(token)
    elif permission is None or (permission.user_id, permission.client_id) != (token.user_id, token.client_id):
        raise InvalidGrantError("The person has revoked it.")
    if not token.user.is_active or access_restriction(token.user):
        raise AccessDeniedError("This account may not use the site just now.")


def _give_to_owner(token: ProgramToken) -> None:
    """By its own credentials a program acts for the person who registered it."""
    if token.client.owner is None:
        raise UnauthorizedClientError("This program has no owner to act for.")
    token.user = token.client.owner
    token.save(update_fields=["user"])

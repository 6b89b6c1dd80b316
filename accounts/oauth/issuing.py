"""What must hold before a token is issued, whichever the grant, beyond what allauth and oauthlib check."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from allauth.idp.oidc.internal.oauthlib.server import get_server
from allauth.idp.oidc.models import Client
from django.core.cache import cache
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.errors import AccessDeniedError, InvalidGrantError, UnauthorizedClientError

from accounts.access.restrictions import access_restriction
from accounts.models import AuthorizedProgram

SPENT = 60 * 60
"""Seconds that a code or refresh token is known to be spent: longer than any of them is good after its first use."""

SECRETS = {
    Client.GrantType.AUTHORIZATION_CODE.value: "code",
    Client.GrantType.DEVICE_CODE.value: "device_code",
    Client.GrantType.REFRESH_TOKEN.value: "refresh_token",
}
"""By grant, the parameter that is good for one token."""


def server(pre_token: Iterable[Callable[[Request], None]], device: dict[str, Any] | None) -> Any:
    """Returns oauthlib's server with our checks. ``device`` is what the person has confirmed, for a device's code."""
    made = get_server(pre_token=list(pre_token))
    grants = (made.auth_grant, made.openid_connect_auth, made.credentials_grant, made.refresh_grant)
    for grant in (*grants, made.device_code_grant):
        grant.custom_validators.post_token.append(admit)
    if device is not None:
        # oauthlib asks for it since 4.0.1; allauth, which has checked the code, does not know that yet.
        made.device_code_grant.request_validator.validate_device_code = _confirmed(device)
    return made


def _confirmed(device: dict[str, Any]) -> Callable[..., str]:
    """The scopes are those that the person has seen, whatever else the device asks for now."""

    def validate_device_code(_client_id: str, _code: str, request: Request) -> str:
        request.scopes = device["scope"] or request.client.get_default_scopes()
        return "authorized"

    return validate_device_code


def admit(request: Request) -> None:
    """Lets a token be issued. Raises OAuth2Error unless the program may act for the user, now and with this secret.

    Runs in the view's transaction, whose lock serializes what is issued to one program for one user, and revoking it.
    """
    if request.grant_type == Client.GrantType.CLIENT_CREDENTIALS:
        request.user = _owner(request)
    elif not AuthorizedProgram.objects.select_for_update().filter(user=request.user, client=request.client).exists():
        raise InvalidGrantError("The person has revoked it.", request=request)
    if not request.user.is_active or access_restriction(request.user):
        raise AccessDeniedError("This account may not use the site just now.", request=request)
    _spend(request)


def _owner(request: Request) -> Any:
    """By its own credentials a program acts for the person who registered it."""
    if request.client.owner is None:
        raise UnauthorizedClientError("This program has no owner to act for.", request=request)
    return request.client.owner


def _spend(request: Request) -> None:
    """Raises InvalidGrantError for a secret that was used before, or is being used at the same moment."""
    if (name := SECRETS.get(request.grant_type)) is None:
        return
    digest = hashlib.sha256(str(getattr(request, name)).encode()).hexdigest()
    if not cache.add(f"oauth:spent:{digest}", True, SPENT):
        raise InvalidGrantError("It was used before.", request=request)

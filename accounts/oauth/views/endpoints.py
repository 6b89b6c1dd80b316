"""Endpoints for programs: tokens, device codes, revocation, and discovery."""

import json
from typing import Any

from allauth.idp.oidc import views as allauth_views
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProgramToken
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.models import AuthorizedProgram
from accounts.oauth import devices, token_endpoint
from accounts.oauth.scopes import SCOPES
from accounts.oauth.views.guards import endpoint, oauth_error, switched_on
from accounts.signals import token_revoked


class RevokeEndpoint(allauth_views.RevokeView):
    """allauth's revocation endpoint, which also ends the streams of revoked tokens."""

    @transaction.atomic
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        found = ProgramToken.objects.by_value(request.POST.get("token", "")).first()
        response = super().post(request, *args, **kwargs)
        if found is not None:
            token_revoked.send(AuthorizedProgram, user=found.user_id)
        return response


_give_device_code = allauth_views.DeviceCodeView.as_view()


@csrf_exempt
def _device_code(request: HttpRequest) -> HttpResponse:
    response = _give_device_code(request)
    if response.status_code != 200:
        return response
    given = json.loads(response.content)
    if not given.get("scope"):
        return oauth_error(400, "invalid_scope", "Say what the program asks for.")
    devices.store(given["device_code"], given["scope"].split())
    return response


token = endpoint("oauth_token")(token_endpoint.issue)
revoke = endpoint("oauth_token")(RevokeEndpoint.as_view())
device_code = endpoint("oauth_device")(_device_code)
jwks = switched_on(require_safe(allauth_views.JwksView.as_view()))


@switched_on
@require_safe
def metadata(_request: HttpRequest) -> HttpResponse:
    """Return the discovery document (RFC 8414, OpenID Connect Discovery), with only the features of this site."""
    endpoints = {
        "authorization_endpoint": "authorization",
        "token_endpoint": "token",
        "revocation_endpoint": "revoke",
        "device_authorization_endpoint": "device_code",
        "jwks_uri": "jwks",
    }
    found: dict[str, Any] = {
        "issuer": settings.SITE_URL,
        **{name: settings.SITE_URL + reverse(f"idp:oidc:{page}") for name, page in endpoints.items()},
        "scopes_supported": SCOPES,
        "grant_types_supported": Client.GrantType.values,
        "response_types_supported": [Client.ResponseType.CODE.value],
        "response_modes_supported": ["query"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": Client.AuthenticationMethod.values,
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "claims_supported": ["sub", "name", "preferred_username"],
    }
    response = JsonResponse(found)
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response

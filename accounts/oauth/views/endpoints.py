"""What programs ask: for tokens, device codes, that a token ends, and how all of this is found."""

from __future__ import annotations

from typing import Any

from allauth.idp.oidc import views as allauth_views
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProgramToken
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import AuthorizedProgram
from accounts.oauth import issuing
from accounts.oauth.scopes import SCOPES
from accounts.oauth.views.guards import endpoint, switched_on
from accounts.signals import token_revoked


class TokenEndpoint(allauth_views.TokenView):
    """allauth's token endpoint with the checks of ``accounts.oauth.issuing``."""

    def _create_token_response(
        self, request: HttpRequest, *, user: Any = None, data: dict[str, Any] | None = None
    ) -> HttpResponse:
        server = issuing.server([lambda asked: self._pre_token(asked, user, data)], data)
        return allauth_views.convert_response(*server.create_token_response(*allauth_views.extract_params(request)))


class RevokeEndpoint(allauth_views.RevokeView):
    """allauth's revocation endpoint. With a refresh token its access tokens end too (RFC 7009), and their streams."""

    @transaction.atomic
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Revokes a token."""
        found = ProgramToken.objects.by_value(request.POST.get("token", "")).first()
        response = super().post(request, *args, **kwargs)
        if found is not None and not ProgramToken.objects.filter(pk=found.pk).exists():
            if found.type == ProgramToken.Type.REFRESH_TOKEN:
                ProgramToken.objects.filter(user=found.user_id, client=found.client_id).delete()
            token_revoked.send(AuthorizedProgram, user=found.user_id)
        return response


token = endpoint("oauth_token")(TokenEndpoint.as_view())
revoke = endpoint("oauth_token")(RevokeEndpoint.as_view())
device_code = endpoint("oauth_device")(allauth_views.DeviceCodeView.as_view())
jwks = switched_on(require_safe(allauth_views.JwksView.as_view()))


@switched_on
@require_safe
def metadata(_request: HttpRequest) -> HttpResponse:
    """How programs find everything (RFC 8414, OpenID Connect Discovery): only what this site offers."""
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

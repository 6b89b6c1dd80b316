"""The adapter of allauth's identity provider, for this site's secrets, claims and keys."""

import secrets
from collections.abc import Iterable
from typing import Any

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import Token, User
from accounts.oauth.keys import private_key

SECRET_PREFIX = "tbrs_"
"""The prefix of every program's secret, by which leak scanners recognise it."""


class ProgramAdapter(DefaultOIDCAdapter):
    def generate_client_secret(self) -> str:
        """Return a new secret whose characters need no quoting in a shell or a URL."""
        return SECRET_PREFIX + secrets.token_urlsafe(32)

    def get_issuer(self) -> str:
        """Return the site's configured URL, regardless of the request's host."""
        return str(settings.SITE_URL)

    def list_private_keys(self, **_asked: Any) -> list[Any]:
        from allauth.idp.oidc.models import PrivateKey  # the models import this module

        return [PrivateKey(pem=private_key())]

    def get_claims(self, purpose: str, user: User, client: Any, scopes: Iterable[str], **_more: Any) -> dict[str, Any]:
        """Return the subject, and the names if the scope allows it; never the e-mail address."""
        claims = {"sub": self.get_user_sub(client, user)}
        if Token.Scope.ACCOUNT_READ in scopes:
            claims |= {"preferred_username": user.username, "name": user.shown_name}
        return claims

    def validate_resource_uris(self, *, uris: list[str], **_more: Any) -> None:
        """Raise `ValidationError` for a resource (RFC 8707) other than the API, where alone the tokens are valid."""
        if any(uri.rstrip("/") != f"{self.get_issuer()}/api/v1" for uri in uris):
            raise ValidationError("resource")

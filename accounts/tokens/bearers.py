"""Bearers of personal tokens, and of tokens issued to programs by OAuth. All tokens are checked here."""

from typing import NamedTuple

from allauth.idp.oidc.models import Token as ProgramToken
from allauth.idp.oidc.models import TokenQuerySet
from django.conf import settings

from accounts.models import AuthorizedProgram, Token, User
from accounts.tokens import tokens

PERSONAL, PROGRAM = "personal", "program"


class Bearer(NamedTuple):
    """A valid token's user and scopes. ``key`` is for ``find_again``; ``noted``, if not None, records each use."""

    key: str
    user: User
    scopes: list[str]
    noted: Token | AuthorizedProgram | None


def find(secret: str) -> Bearer | None:
    """Return the bearer of the token with this secret, or None if the token is invalid or its user inactive."""
    if secret.startswith(tokens.PREFIX):
        return _of_person(tokens.find(secret))
    return _of_program(_program_tokens().by_value(secret)) if settings.OAUTH else None


def find_again(key: str) -> Bearer | None:
    """Return the bearer with this key from an earlier ``find``, or None if the token is no longer valid."""
    kind, _dash, pk = key.partition("-")
    if kind == PERSONAL:
        return _of_person(tokens.find_again(int(pk)))
    return _of_program(_program_tokens().filter(pk=int(pk)))


def note_use(bearer: Bearer) -> None:
    """Record a use of the token, at most once per ``Token.USE_NOTED``. Do nothing without ``noted``."""
    if bearer.noted is not None:
        tokens.note_use(bearer.noted)


def _of_person(token: Token | None) -> Bearer | None:
    return None if token is None else Bearer(f"{PERSONAL}-{token.pk}", token.user, token.scopes, token)


def _program_tokens() -> TokenQuerySet:
    valid = ProgramToken.objects.valid().filter(type=ProgramToken.Type.ACCESS_TOKEN, user__is_active=True)
    return valid.select_related("user", "client")


def _of_program(found: TokenQuerySet) -> Bearer | None:
    """Return the bearer of a program's token, or None if there is no token or its permission has been revoked.

    The bearer is the user who authorized the program or, for client credentials, the program's owner.
    """
    if (token := found.first()) is None or token.client is None:
        return None
    authorized = AuthorizedProgram.objects.filter(user=token.user_id, client=token.client_id).first()
    if authorized is None and token.client.owner_id != token.user_id:
        return None
    return Bearer(f"{PROGRAM}-{token.pk}", token.user, token.get_scopes(), authorized)

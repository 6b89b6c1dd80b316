"""Authentication by bearer tokens, anonymous access to data that is public on the site, and rate limits."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone, translation
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer

from accounts.access.rate_limits import seconds_to_wait
from accounts.access.restrictions import access_restriction
from accounts.models import Token, User
from accounts.tokens import bearers
from accounts.tokens.bearers import Bearer
from games.api.long_poll import is_again
from games.api.problems import ScopeMissing, Suspended, TooMany

Scope = Token.Scope


def limit(request: HttpRequest, action: str) -> None:
    """Count this request against ``RATE_LIMITS[action]``; a held request counts only once.

    Raise `TooMany` if the limit is exceeded.
    """
    if not is_again(request) and (seconds := seconds_to_wait(request, action, count_reads=True)):
        raise TooMany(action, seconds)


class BearerToken(HttpBearer):
    """Authentication by a personal or OAuth token with a scope, or by a bot's token.

    It sets ``request.user``, the language and the time zone; ``request.auth`` is a `Bearer`.
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Return the token's bearer, and record the use of the token.

        Raise `AuthenticationError` for an invalid token, `TooMany` if a rate limit is exceeded, `Suspended` if the
        user is suspended or banned, `ScopeMissing` if the token lacks the scope.
        """
        found = bearers.find(token)
        if found is None:
            limit(request, "api_token")
            raise AuthenticationError
        request.user = found.user
        limit(request, "api")
        if access_restriction(found.user):
            raise Suspended
        if not {self.scope.value, Token.BOT}.intersection(found.scopes):
            raise ScopeMissing(self.scope)
        bearers.note_use(found)
        _localize(request, found.user)
        return found


def _localize(request: HttpRequest, user: User) -> None:
    """Activate the user's time zone, and the user's language unless the request asks for another."""
    timezone.activate(user.zone)
    if "Accept-Language" not in request.headers:
        translation.activate(user.mail_language)


ACCOUNT_READ = BearerToken(Scope.ACCOUNT_READ)
TABLES_READ = BearerToken(Scope.TABLES_READ)
PLAY = BearerToken(Scope.PLAY)
CHAT_WRITE = BearerToken(Scope.CHAT_WRITE)


def anybody(request: HttpRequest) -> Any:
    """Allow anonymous requests; a token, if sent, needs the scope tables:read."""
    if "Authorization" in request.headers:
        return TABLES_READ(request)
    limit(request, "api")
    return True


def may_read(request: HttpRequest) -> bool:
    """Return whether the request's token may read tables; other tokens get no table data in responses."""
    return not {Scope.TABLES_READ.value, Token.BOT}.isdisjoint(bearer_of(request).scopes)


def user_of(request: HttpRequest) -> User:
    """Return the user of the token, in operations that require a BearerToken."""
    if not isinstance(request.user, User):
        raise AuthenticationError
    return request.user


def bearer_of(request: HttpRequest) -> Bearer:
    """Return the bearer of the request's token, in operations that require a BearerToken."""
    bearer = getattr(request, "auth", None)
    if not isinstance(bearer, Bearer):
        raise AuthenticationError
    return bearer

"""Creating, finding and revoking personal tokens."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.account_lock import hold_account
from accounts.models import AuthorizedProgram, Token, User
from accounts.refusals import Refused
from accounts.signals import token_revoked

PREFIX = "tbr_"
"""The prefix of every token, by which leak scanners recognise it."""

SHOWN = len(PREFIX) + 4
"""The number of initial characters that are stored in plain text."""


class MadeToken(NamedTuple):
    """A new token and its secret, of which only a hash is stored."""

    token: Token
    secret: str


def tokens_of(user: User) -> QuerySet[Token]:
    return Token.objects.filter(user=user)


def valid_tokens_of(user: User) -> QuerySet[Token]:
    return _valid().filter(user=user)


@transaction.atomic
def make(user: User, name: str, scopes: Sequence[str], ends_at: datetime | None) -> MadeToken:
    """Create a token; ``scopes`` are values of ``Token.Scope``.

    Raise `Refused` if the user is a guest, or already has a token with this name or ``Token.MOST`` tokens.
    """
    if user.is_guest:
        raise Refused(_("Guests can’t have tokens. Make an account first: you keep your seats."))
    hold_account(user)
    _check_number(user)
    try:
        with transaction.atomic():
            return _made(user, name, [scope for scope in Token.Scope.values if scope in scopes], ends_at)
    except IntegrityError as taken:
        raise Refused(_("You already have a token with this name. Choose another name, or revoke that one.")) from taken


@transaction.atomic
def make_for_bot(bot: User) -> MadeToken:
    """Create the token of an external computer player, replacing its previous one."""
    assert bot.owner is not None
    hold_account(bot.owner)
    User.objects.select_for_update(no_key=True).get(pk=bot.pk)
    for token in tokens_of(bot):
        revoke(token)
    return _made(bot, Token.BOT, [Token.BOT], None)


def _made(user: User, name: str, scopes: list[str], ends_at: datetime | None) -> MadeToken:
    secret = PREFIX + secrets.token_urlsafe(32)
    facts = {"name": name, "scopes": scopes, "start": secret[:SHOWN], "digest": _digest(secret), "ends_at": ends_at}
    return MadeToken(Token.objects.create(user=user, **facts), secret)


def _check_number(user: User) -> None:
    if tokens_of(user).count() >= Token.MOST:
        raise Refused(
            ngettext(
                "You have %(most)d token, the maximum. Revoke it first.",
                "You have %(most)d tokens, the maximum. Revoke one first.",
                Token.MOST,
            )
            % {"most": Token.MOST}
        )


def _digest(secret: str) -> str:
    """Return the stored hash of a token. A secret of 256 random bits needs no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find(secret: str) -> Token | None:
    """Return the valid token with this secret and its user, or None if there is none or the user is inactive."""
    if not secret.startswith(PREFIX):
        return None
    return _valid().filter(digest=_digest(secret)).first()


def find_again(pk: int) -> Token | None:
    """Return the token with this key from an earlier ``find``, or None if it is no longer valid."""
    return _valid().filter(pk=pk).first()


def _valid() -> QuerySet[Token]:
    lasts = Q(ends_at=None) | Q(ends_at__gt=timezone.now())
    return Token.objects.select_related("user").filter(lasts, user__is_active=True)


def note_use(row: Token | AuthorizedProgram) -> None:
    """Record a use of the row's token, at most once per ``Token.USE_NOTED``."""
    now = timezone.now()
    if row.used_at is None or row.used_at < now - Token.USE_NOTED:
        type(row)._default_manager.filter(pk=row.pk).update(used_at=now)


def revoke(token: Token) -> None:
    """Delete the token, so that later requests are refused, and end its streams. Idempotent."""
    Token.objects.filter(pk=token.pk).delete()
    token_revoked.send(Token, user=token.user_id)

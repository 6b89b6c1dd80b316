"""The scopes that a program may request: those of personal tokens, and the user's identity (OpenID Connect)."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Token
from accounts.tokens.forms import HELP

OPENID = "openid"
SCOPES: list[str] = [OPENID, *Token.Scope.values]


class Meaning(NamedTuple):
    scope: str
    label: str | Promise
    help: str | Promise


_MEANINGS = {OPENID: Meaning(OPENID, _("Recognise me"), _("Just a number that stands for me."))} | {
    scope.value: Meaning(scope.value, scope.label, HELP[scope]) for scope in Token.Scope
}


def meanings(scopes: list[str]) -> list[Meaning]:
    """Return the descriptions of these scopes, in the order of SCOPES."""
    return [_MEANINGS[scope] for scope in SCOPES if scope in scopes]

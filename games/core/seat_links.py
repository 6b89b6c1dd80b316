"""Seat links in mails: each is for one seat and one user, expires, and grants access to that table only.

A link shows the table; a button there gives the browser's session a pass for playing the seat. A pass is
the link's own token, checked again on every request, so that it ends together with the link: after two weeks, or when
the password or address changes, the account is closed or suspended, or the seat changes hands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import get_language, override

from accounts.access.restrictions import access_restriction
from accounts.models import User
from games.models import Player, seen_by
from games.models.contact_preferences import confirmed_address

LIFETIME = timedelta(days=14)
SIGNER = signing.Signer(salt="games.links")
PASSES = "passes"
"""The session key for the passes, a dictionary by table."""

MAX_PASSES = 20


class BadToken(Exception):
    """The token was not signed by this site."""


class ExpiredToken(Exception):
    """The link has expired or been revoked."""


@dataclass(frozen=True, slots=True)
class Link:
    """The seat that a token opens, and its user. ``player`` is loaded with its game, user and friend."""

    token: str
    player: Player
    user: User


def url(player: Player, user: User, since: datetime) -> str:
    """Return the absolute URL that shows ``player``'s table to ``user``, valid for two weeks from ``since``."""
    token = SIGNER.sign_object([player.pk, user.pk, int((since + LIFETIME).timestamp()), _fingerprint(user)])
    return settings.SITE_URL + reverse("seat-link", args=[token])


def read(token: str) -> Link:
    """Return the seat and user of a token. Raise `BadToken` if it is forged, or `ExpiredToken` if it has expired."""
    try:
        player_pk, user_pk, ends, bond = SIGNER.unsign_object(token)
    except signing.BadSignature as altered:
        raise BadToken from altered
    user = User.objects.filter(pk=user_pk, is_active=True).first()
    if (
        user is None
        or access_restriction(user)
        or timezone.now().timestamp() > ends
        or not constant_time_compare(bond, _fingerprint(user))
    ):
        raise ExpiredToken
    player = Player.objects.filter(seen_by(user), pk=player_pk).select_related("game", "user", "friend").first()
    if player is None:
        raise ExpiredToken
    return Link(token, player, user)


def _fingerprint(user: User) -> str:
    """Return a digest that changes with the password or the address, without revealing them."""
    address = user.email or confirmed_address(user) or ""
    return salted_hmac("games.links", user.get_session_auth_hash() + address).hexdigest()[:16]


def grant(request: HttpRequest, link: Link) -> None:
    passes = request.session.get(PASSES, {}) | {link.player.game.public_id: link.token}
    request.session[PASSES] = dict(list(passes.items())[-MAX_PASSES:])


def revoke(request: HttpRequest, table: str) -> None:
    request.session[PASSES] = {each: token for each, token in request.session.get(PASSES, {}).items() if each != table}


def granted_link(request: HttpRequest, table: str) -> Link | None:
    """Return the link with which this browser may play at the table, or None.

    Return None for signed-in users, and if the browser has no valid pass.
    """
    token = None if request.user.is_authenticated else request.session.get(PASSES, {}).get(table)
    if token is None:
        return None
    try:
        link = read(token)
    except (BadToken, ExpiredToken):
        return None
    return link if link.player.game.public_id == table else None


def is_granted(request: HttpRequest, link: Link) -> bool:
    """Return whether this signed-out browser has a pass for the link's seat, from this link or another one."""
    table = link.player.game.public_id
    if request.session.get(PASSES, {}).get(table) == link.token:
        return True
    other = granted_link(request, table)
    return other is not None and other.user == link.user


def localized_response(user: User, request: HttpRequest, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Respond in a signed-out user's language and time zone; a language chosen in this browser takes precedence."""
    chosen_here = settings.LANGUAGE_COOKIE_NAME in request.COOKIES or user.language not in dict(settings.LANGUAGES)
    with timezone.override(user.zone), override(get_language() if chosen_here else user.language):
        response = answer()
        response.headers["Content-Language"] = get_language() or settings.LANGUAGE_CODE
        return response

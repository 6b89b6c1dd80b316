"""The links in mails: each is for one seat and one person, expires, and opens that table alone.

Whoever follows one is shown the table; after one press the browser's session holds a pass, with which that seat can
be played. A pass is the link's own token, looked at anew with every request, so that what ends the link ends it too:
two weeks, a new password, another address, an account that is closed, a seat that is somebody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import get_language, override

from accounts.access.restrictions import shut_out
from accounts.models import User
from games.models import Player, seen_by

LASTS = timedelta(days=14)
SIGNER = signing.Signer(salt="games.links")
PASSES = "passes"
"""The session's key: tokens by table."""

MOST_PASSES = 20

View = Callable[..., HttpResponseBase]


class Altered(Exception):
    """No link of ours."""


class Ended(Exception):
    """A link of ours that opens nothing any more."""


@dataclass(frozen=True, slots=True)
class Link:
    """Whose seat a token opens."""

    token: str
    player: Player
    user: User


def url(player: Player, user: User, since: datetime) -> str:
    """The absolute address that shows ``player``'s table to ``user``, for two weeks from ``since`` on."""
    ends = int((since + LASTS).timestamp())
    token = SIGNER.sign_object([player.pk, user.pk, ends, _bond(user)])
    return settings.SITE_URL + reverse("go", args=[token])


def read(token: str) -> Link:
    """What a token opens. Raises Altered or Ended."""
    try:
        player_pk, user_pk, ends, bond = SIGNER.unsign_object(token)
    except signing.BadSignature as altered:
        raise Altered from altered
    user = User.objects.filter(pk=user_pk, is_active=True).first()
    if (
        user is None
        or shut_out(user)
        or timezone.now().timestamp() > ends
        or not constant_time_compare(bond, _bond(user))
    ):
        raise Ended
    player = Player.objects.filter(seen_by(user), pk=player_pk).select_related("game", "user", "friend").first()
    if player is None:
        raise Ended
    return Link(token, player, user)


def _bond(user: User) -> str:
    """What changes with the password or the address, and tells nothing of them."""
    return salted_hmac("games.links", user.get_session_auth_hash() + user.email).hexdigest()[:16]


def admit(request: HttpRequest, link: Link) -> None:
    """From now on this browser may play the link's seat."""
    passes = request.session.get(PASSES, {}) | {link.player.game.table: link.token}
    request.session[PASSES] = dict(list(passes.items())[-MOST_PASSES:])


def put_away(request: HttpRequest, table: str) -> None:
    """This browser gives its pass for a table back."""
    request.session[PASSES] = {each: token for each, token in request.session.get(PASSES, {}).items() if each != table}


def acting(request: HttpRequest, table: str) -> Any:
    """For whom a request about a table counts: who is signed in, else whoever the browser's pass is for."""
    token = None if request.user.is_authenticated else request.session.get(PASSES, {}).get(table)
    if token is None:
        return request.user
    try:
        link = read(token)
    except (Altered, Ended):
        return request.user
    return link.user if link.player.game.table == table else request.user


@contextmanager
def _as_told(user: User, request: HttpRequest) -> Iterator[None]:
    """Times and words as this person reads them; a language chosen in this browser counts more."""
    chosen_here = settings.LANGUAGE_COOKIE_NAME in request.COOKIES or user.language not in dict(settings.LANGUAGES)
    with timezone.override(user.zone), override(get_language() if chosen_here else user.language):
        yield


def answered(user: User, request: HttpRequest, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """An answer in this person's words and times, who has not signed in for them."""
    with _as_told(user, request):
        response = answer()
        response.headers["Content-Language"] = get_language() or settings.LANGUAGE_CODE
        return response


def as_acting(view: View) -> View:
    """For views of a ``table``: who plays by a link is answered in the words and times of whom his pass is for."""

    @wraps(view)
    def wrapped(request: HttpRequest, table: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user, shown = acting(request, table), partial(view, request, table, *args, **kwargs)
        return shown() if user == request.user else answered(user, request, shown)

    return wrapped

"""A running table for spectators: rendered once for all, then completed with parts for each spectator."""

import re
from collections.abc import Mapping
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from redis import RedisError

from accounts.models import Visitor
from games.core.access import TableAccess
from games.http import SHARED_FOR
from games.presentation.status import has_lost_seat
from games.table.page import context, surroundings

PLACEHOLDER = "<!-- own: %s -->"
_OWN = re.compile(r"<!-- own: ([\w/]+\.html) -->")


def is_shared(access: TableAccess, user: Visitor, query: Mapping[str, str]) -> bool:
    """Return whether ``user`` sees the page that all spectators share.

    Return False for players, users who have lost a seat here, and requests with query parameters, and while a seat is
    vacant or the game is not running.
    """
    game, players, me = access
    if me is not None or not game.is_running or query:
        return False
    return not any(player.vacant for player in players) and not has_lost_seat(players, user)


def shared_context(access: TableAccess, user: Visitor, request: HttpRequest) -> dict[str, Any]:
    """Return the context of the table fragment for a spectator; ``shared`` is the HTML of the element #main."""
    own = surroundings(access, user) | {"sprite": static("sprite.svg"), "popover": True}
    shared = _cached(access, user)
    completed = _OWN.sub(lambda found: render_to_string(found[1], own, request, using="fragments"), shared)
    return own | {"shared": SafeString(completed)}


def _cached(access: TableAccess, user: Visitor) -> str:
    version = f"{access.game.public_id}:{access.game.version}:{user.is_authenticated}"
    key = f"spectators:{version}:{get_language()}:{get_current_timezone_name()}"
    try:
        return str(cache.get_or_set(key, lambda: _rendered(access, user), SHARED_FOR))
    except RedisError:  # games continue without Redis
        return _rendered(access, user)


def _rendered(access: TableAccess, user: Visitor) -> str:
    shown = context(access, user, {}) | {"placeholder": PLACEHOLDER, "user": user}
    for personal in ("chat", "waiting", "next_table"):
        shown.pop(personal, None)
    return str(render_to_string("table/_main.html", shown, using="fragments"))

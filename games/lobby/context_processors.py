"""Context processors for all pages."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.lobby.my_tables import invited_to, to_move


def waiting(request: HttpRequest) -> dict[str, Any]:
    """``waiting``: the number of tables that wait for this user. Queried only if a template uses it."""
    # A function, since plural rules calculate with the number, which a lazy object does not support.
    return {"waiting": cache(lambda: tables_waiting_for(request.user))}


def tables_waiting_for(user: Any) -> int:
    """Returns the number of tables at which this user is to move or invited; 0 for visitors."""
    if not user.is_authenticated:
        return 0
    return to_move(user).order_by().values("pk").union(invited_to(user).values("pk"), all=True).count()

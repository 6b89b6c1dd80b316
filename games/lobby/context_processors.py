"""What every page may show."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.lobby.my_tables import invited_to, to_move


def waiting(request: HttpRequest) -> dict[str, Any]:
    """``waiting``: how many tables wait for this user; asked of the database only where a page shows it."""
    # Templates call it. A lazy object would be no number for languages that divide it to find its plural.
    return {"waiting": cache(lambda: tables_waiting_for(request.user))}


def tables_waiting_for(user: Any) -> int:
    """At how many tables this user has to move now, or is invited to sit down; none for a visitor."""
    if not user.is_authenticated:
        return 0
    return to_move(user).order_by().values("pk").union(invited_to(user).values("pk"), all=True).count()

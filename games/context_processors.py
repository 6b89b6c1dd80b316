"""What every page may show."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.my_tables import to_move


def waiting(request: HttpRequest) -> dict[str, Any]:
    """``waiting``: how many tables wait for this user; asked of the database only where a page shows it."""
    # Templates call it. A lazy object would be no number for languages that divide it to find its plural.
    return {"waiting": cache(lambda: tables_waiting_for(request.user))}


def tables_waiting_for(user: Any) -> int:
    """At how many tables this user has to move now; none for a visitor."""
    return to_move(user).count() if user.is_authenticated else 0

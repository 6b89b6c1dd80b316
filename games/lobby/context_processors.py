"""Context processors for all pages."""

from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.http import HttpRequest

from accounts.models import Visitor
from games.core.replica import reading_from
from games.core.waiting_tables import tables_waiting_for


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Add ``waiting``: the number of tables that wait for this user. The query runs only if a template uses it."""
    # A function instead of a lazy object, because plural rules calculate with the number.
    return {"waiting": cache(lambda: _number(request.user))}


def _number(user: Visitor) -> int:
    """Return the number, read from the primary database because it counts the user's own games."""
    with reading_from(DEFAULT_DB_ALIAS):
        return tables_waiting_for(user)

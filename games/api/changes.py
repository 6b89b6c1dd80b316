"""Shared parts of every change by API: rate limit, idempotency, and the table as the response."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Status

from games.api.authentication import limit, may_read
from games.api.idempotency import idempotent
from games.api.table_view import Table, shown
from games.play import Changed

CHANGED = {200: Table, 204: None}
"""The answers of ``run_action``."""


def run_action(request: HttpRequest, action: str, act: Callable[[], Changed]) -> dict[str, Any] | HttpResponse:
    """Carry out ``act`` within the limit of ``action``, once. Return the game's table as it is afterwards.

    For a token that may not read tables, return only the address. Raise `TooMany`, and `Refused` as ``act`` and
    ``idempotent`` do.
    """
    limit(request, action)
    changes: list[Changed] = []

    def carried_out() -> str:
        changes.append(act())
        return changes[0].game.public_id

    table = idempotent(request, carried_out)
    if not may_read(request):
        return HttpResponse(status=204, headers={"Location": reverse("api:table", args=[table])})
    return shown(request, table, changes[0] if changes else None)


def run_action_without_content(request: HttpRequest, action: str, table: str, act: Callable[[], Any]) -> Status[None]:
    """Carry out ``act`` as ``run_action`` does, and answer 204: the user may no longer see the table, or needs none."""
    limit(request, action)

    def carried_out() -> str:
        act()
        return table

    idempotent(request, carried_out)
    return Status(204, None)

"""Shared parts of all changes through the API: rate limit, idempotency, and the table as the response."""

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


def run_action(request: HttpRequest, action: str, act: Callable[[], Changed]) -> dict[str, Any] | HttpResponse:
    """Run ``act`` once, within the rate limit of ``action``, and return the changed table.

    If the token lacks permission to read tables, return an empty response with the table's address. Raise `TooMany`
    beyond the rate limit, and the exceptions of ``act`` and ``idempotent``.
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
    """Run ``act`` as ``run_action`` does, but return an empty response, for changes that need not show the table."""
    limit(request, action)

    def carried_out() -> str:
        act()
        return table

    idempotent(request, carried_out)
    return Status(204, None)

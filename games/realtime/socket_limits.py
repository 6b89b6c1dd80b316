"""Limits on open WebSockets per user or address, and on the messages they send.

Open sockets are counted per process, whose load they are; new connections in the cache, as in ``RATE_LIMITS``.
"""

from __future__ import annotations

from collections import Counter, deque
from time import monotonic
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest
from prometheus_client import Gauge

from accounts.access import rate_limits
from accounts.access.refusals import REFUSALS

MAX_OPEN = 30
"""The maximum number of open sockets per user, or per address for all visitors from there."""

MAX_PINGS, PING_WINDOW = 20, 30.0
"""Pings per seconds; a page sends one when it becomes visible, and every 45 seconds."""

TOO_MANY = 4429
"""Close code for too many sockets or pings; the page reconnects after a while."""

NOT_UNDERSTOOD = 1008
"""Close code for a message other than "ping"."""

_open: Counter[str] = Counter()
SOCKETS = Gauge("backroom_sockets", "Open WebSockets", multiprocess_mode="sum")


class RateLimitedConsumer(AsyncWebsocketConsumer):
    """Accepts only "ping", and closes the socket when a limit is exceeded."""

    over_limit = False
    """Whether the requester already has too many open sockets."""

    ping_times: deque[float]
    """When the last pings came (monotonic clock)."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Count the socket while it is open."""
        key, self.ping_times = rate_limits.requester_key(request_of(scope)), deque(maxlen=MAX_PINGS)
        self.over_limit = _open[key] >= MAX_OPEN
        _open[key] += 1
        SOCKETS.inc()
        try:
            await super().__call__(scope, receive, send)
        finally:
            SOCKETS.dec()
            _open[key] -= 1
            if not _open[key]:
                del _open[key]

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Accept the connection unless too many are open or they are opened too often."""
        if self.over_limit or not await database_sync_to_async(self._connection_allowed)():
            REFUSALS.labels("too-many-sockets").inc()
            await self.accept()
            await self.close(TOO_MANY)
            return
        await super().websocket_connect(message)

    def _connection_allowed(self) -> bool:
        return rate_limits.allowed(request_of(self.scope), "socket", count_reads=True)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Handle a ping unless there are too many."""
        now = monotonic()
        if message.get("text") != "ping":
            await self.close(NOT_UNDERSTOOD)
        elif len(self.ping_times) == MAX_PINGS and now - self.ping_times[0] < PING_WINDOW:
            await self.close(TOO_MANY)
        else:
            self.ping_times.append(now)
            await super().websocket_receive(message)


def request_of(scope: dict[str, Any]) -> HttpRequest:
    """The user and address of a socket as a request, as the rate limits take it."""
    request = HttpRequest()
    request.user = scope["user"]
    via = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request.META = {"REMOTE_ADDR": scope["client"][0]} | ({"HTTP_X_FORWARDED_FOR": ",".join(via)} if via else {})
    return request

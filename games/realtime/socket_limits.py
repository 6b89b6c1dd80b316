"""How many sockets somebody may hold open, and how much he may say through them.

Open ones are counted in this process, for it is what they weigh upon; new ones in the cache, as ``RATE_LIMITS`` says.
"""

from __future__ import annotations

from collections import Counter, deque
from time import monotonic
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest

from accounts.access import rate_limits

MOST_OPEN = 30
"""So many pages of one person, or of all visitors from one address, are told of news."""

MOST_SAID, IN = 20, 30.0
"""So many pings in so many seconds; a page sends one when it is looked at again, and every 45 seconds."""

TOO_MANY = 4429
"""Close code for whoever opens too many sockets or talks too much; the page tries again after a while."""

NOT_UNDERSTOOD = 1008
"""Close code for whoever says something else than "ping"."""

_open: Counter[str] = Counter()


class ModestConsumer(AsyncWebsocketConsumer):
    """Hears nothing but "ping", and closes on whoever asks too much of it."""

    crowded = False
    """Whether its owner has too many of them already."""

    said: deque[float]
    """When the last pings came, by the process's own clock."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Count it for as long as it is open."""
        whose, self.said = rate_limits.whoever(asking(scope)), deque(maxlen=MOST_SAID)
        self.crowded = _open[whose] >= MOST_OPEN
        _open[whose] += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            _open[whose] -= 1
            if not _open[whose]:
                del _open[whose]

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Go on with whoever has not too many open, and opens them not too often."""
        if self.crowded or not await database_sync_to_async(self._seldom)():
            await self.accept()
            await self.close(TOO_MANY)
            return
        await super().websocket_connect(message)

    def _seldom(self) -> bool:
        return rate_limits.allowed(asking(self.scope), "socket", reading=True)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Go on with a ping that is not one of a flood."""
        now = monotonic()
        if message.get("text") != "ping":
            await self.close(NOT_UNDERSTOOD)
        elif len(self.said) == MOST_SAID and now - self.said[0] < IN:
            await self.close(TOO_MANY)
        else:
            self.said.append(now)
            await super().websocket_receive(message)


def asking(scope: dict[str, Any]) -> HttpRequest:
    """Who opens the socket and from where, as the limits want to know it."""
    request = HttpRequest()
    request.user = scope["user"]
    told = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request.META = {"REMOTE_ADDR": scope["client"][0]} | ({"HTTP_X_FORWARDED_FOR": ",".join(told)} if told else {})
    return request

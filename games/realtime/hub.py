"""One hub for all sockets and polls of a process: it receives each announcement once, and passes it to its listeners.

A separate channel for each socket, as in Channels' own consumers, would need subscriptions for each connection and
tasks for each event.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from redis import RedisError

log = logging.getLogger(__name__)

JOIN_TIMEOUT = 5.0
"""Seconds for which a new listener waits for Redis."""

SETTLED = 1.0
"""Seconds after which a new connection to Redis has renewed all its subscriptions."""


class Listener(Protocol):
    """The interface of an open socket or poll. The methods must not block."""

    def hear(self, message: Mapping[str, Any]) -> None:
        """Receive an announcement."""

    def interrupt(self) -> None:
        """React to a reconnect: events may have been missed before it."""

    def retire(self) -> None:
        """React to the shutdown of this process."""


class Hub:
    """The listeners of one event loop, by the channel groups that they listen to."""

    def __init__(self) -> None:
        self._layer = get_channel_layer()
        self._listeners: dict[str, set[Listener]] = {}
        self._opening = asyncio.Lock()
        self._channel = ""
        self._listening: asyncio.Task[None] | None = None
        self._is_retired = False

    async def join(self, group: str, listener: Listener) -> None:
        """Forward announcements for ``group`` to this listener from now on. Raise `RedisError` if Redis fails."""
        self._listeners.setdefault(group, set()).add(listener)
        async with self._opening:
            if self._listening is None:
                self._channel = await self._layer.new_channel()
                self._listening = asyncio.create_task(self._listen(self._channel))
        await self._layer.group_add(group, self._channel)

    async def leave(self, group: str, listener: Listener) -> None:
        """Stop forwarding announcements for ``group``; do nothing if no listener has joined it."""
        if (listeners := self._listeners.get(group)) is None:
            return
        listeners.discard(listener)
        if listeners:
            return
        del self._listeners[group]
        if self._listening and not self._listeners:
            self._listening.cancel()
            self._listening = None
        try:
            await self._layer.group_discard(group, self._channel)
        except RedisError as error:
            log.warning("no announcements for %s while Redis is unavailable: %s", group, type(error).__name__)

    async def _listen(self, channel: str) -> None:
        while True:
            message = await self._layer.receive(channel)
            for listener in self._listeners.get(message["group"], ()):
                listener.hear(message)

    @property
    def is_listening(self) -> bool:
        """Whether the hub is listening for announcements: from the first ``join`` until the last listener leaves."""
        return self._listening is not None

    def interrupt(self) -> None:
        """Notify every listener that events may have been missed before a reconnect."""
        for listener in self._all():
            listener.interrupt()

    def retire(self) -> None:
        """Notify every listener that this process is stopping; do nothing when called again."""
        listening, self._is_retired = () if self._is_retired else self._all(), True
        for listener in listening:
            listener.retire()

    def _all(self) -> set[Listener]:
        return {listener for listeners in self._listeners.values() for listener in listeners}


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def on_redis_connect(connection: Any) -> None:
    """Set up the connection as redis-py does, then notify listeners that they may have missed announcements."""
    await connection.on_connect()
    loop = asyncio.get_running_loop()
    if loop in _hubs and _hubs[loop].is_listening:
        loop.call_later(SETTLED, _hubs[loop].interrupt)

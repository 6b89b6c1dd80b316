"""One listener for all the sockets of a process: what is announced of a table arrives once, and is handed to each page.

A channel for each socket, as Channels' own consumers have, costs subscriptions per connect and tasks per event.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from redis import RedisError

log = logging.getLogger(__name__)

SETTLED = 1.0
"""Seconds after which a new connection to Redis has all its subscriptions again."""


class Listener(Protocol):
    """An open socket."""

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take an announcement, without waiting."""

    def interrupt(self) -> None:
        """Take note of a reconnect: events may have been missed. Does not wait."""

    def retire(self) -> None:
        """Take note that this process ends. Does not wait."""


class Hub:
    """The sockets of one event loop, by the channel group that they listen to."""

    def __init__(self) -> None:
        self._layer = get_channel_layer()
        self._listeners: dict[str, set[Listener]] = {}
        self._opening = asyncio.Lock()
        self._channel = ""
        self._listening: asyncio.Task[None] | None = None
        self._is_retired = False

    async def join(self, group: str, listener: Listener) -> None:
        """Forward announcements to ``group`` to this listener from now on. Raise `RedisError`."""
        self._listeners.setdefault(group, set()).add(listener)
        async with self._opening:
            if self._listening is None:
                self._channel = await self._layer.new_channel()
                self._listening = asyncio.create_task(self._listen(self._channel))
        await self._layer.group_add(group, self._channel)

    async def leave(self, group: str, listener: Listener) -> None:
        """Stop forwarding to this listener."""
        listeners = self._listeners.get(group, set())
        listeners.discard(listener)
        if listeners:
            return
        self._listeners.pop(group, None)
        if self._listening and not self._listeners:
            self._listening.cancel()
            self._listening = None
        try:
            await self._layer.group_discard(group, self._channel)
        except RedisError as error:
            log.warning("%s is listened to in vain while Redis is away: %s", group, type(error).__name__)

    async def _listen(self, channel: str) -> None:
        while True:
            message = await self._layer.receive(channel)
            for listener in self._listeners.get(message["group"], ()):
                listener.hear(message)

    @property
    def is_listening(self) -> bool:
        """True if it has received every announcement until now, or could have."""
        return self._listening is not None

    def interrupt(self) -> None:
        """Tell every listener after a reconnect that events may have been missed."""
        for listener in self._all():
            listener.interrupt()

    def retire(self) -> None:
        """Tell every listener, once, that this process ends."""
        listening, self._is_retired = () if self._is_retired else self._all(), True
        for listener in listening:
            listener.retire()

    def _all(self) -> set[Listener]:
        return {listener for listeners in self._listeners.values() for listener in listeners}


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def on_redis_connect(connection: Any) -> None:
    """Set up the connection as redis-py would. Open sockets have missed announcements since the last one."""
    await connection.on_connect()
    loop = asyncio.get_running_loop()
    if loop in _hubs and _hubs[loop].is_listening:
        loop.call_later(SETTLED, _hubs[loop].interrupt)

"""The WebSocket consumer of a table page, which sends only the version numbers of the game and its chats."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from redis import RedisError

from accounts.access.restrictions import access_restriction
from accounts.auth import sessions
from games.core import presence
from games.core.access import glance, may_spectate
from games.core.broadcast import SHUT_OUT, table_group
from games.core.together import watched
from games.realtime.hub import JOIN_TIMEOUT, hub
from games.realtime.limits import RateLimitedConsumer, session_key

MIN_INTERVAL = 2.0
"""Minimum seconds between pings. An earlier ping gets the cached answer."""

NOT_FOUND = 4404
"""Close code for a table that does not exist or that this visitor is not allowed to see."""

SIGNED_OUT = 4401
"""Close code for an ended session or a suspended user. The page then reloads."""

INTERRUPTED, TRY_LATER = 1012, 1013
"""Close codes for sockets that may have missed events, and for sockets that can't receive any.

The page reconnects in both cases.
"""

LONGEST_TABLE = 12
ANNOUNCED = ("version", "chat", "gallery", "here")


async def refuse(_scope: Any, receive: Any, send: Any) -> None:
    """Close a socket whose address matches no table."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": NOT_FOUND})


class Stand(NamedTuple):
    """The visitor's seat at the table (or None), the versions that the visitor may know, and whose arrival."""

    seat: int | None
    versions: dict[str, int | str]
    watched: frozenset[int] = frozenset()


class TableConsumer(RateLimitedConsumer[Stand]):
    """The socket of an open table page. The page fetches its HTML by ordinary requests, which check permissions."""

    channel_layer_alias = "none"
    """Disables the socket's own channel: the socket listens through the process's hub."""

    stand: Stand | None = None
    """The visitor's seat and versions at the time of connecting, or None before that and after closing."""

    answered: tuple[float, dict[str, Any] | None] = (0.0, None)
    """The cached answer to pings (None before the first ping), with the monotonic time at which it was made."""

    _sending: asyncio.Task[None] | None = None
    _closing: asyncio.Task[None] | None = None

    @property
    def table(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["table"])

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self._news: dict[str, int | str] = {}
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.stand = None
            await hub().leave(table_group(self.table), self)
            await hub().leave(SHUT_OUT, self)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Listen to the table before reading its version, so that no version is missed."""
        if len(self.table) > LONGEST_TABLE:
            await self._refuse(NOT_FOUND)
            return
        try:
            async with asyncio.timeout(JOIN_TIMEOUT):
                await hub().join(table_group(self.table), self)
                await hub().join(SHUT_OUT, self)
        except (RedisError, TimeoutError):
            await self._refuse(TRY_LATER)
            return
        await super().websocket_connect(message)

    async def _refuse(self, code: int) -> None:
        await self.accept()
        await self.close(code)

    async def welcome(self, found: Stand | None) -> None:
        """Send the table's current versions, or close the socket if the visitor may not see the table."""
        if found is None:
            await self.close(NOT_FOUND)
            return
        self.stand = found
        await self._send_versions(found.versions)
        self._send_news()

    def find(self) -> Stand | None:
        """Return the visitor's seat and versions, or None if they may not see the table or use the site."""
        access = glance(self.table, self.user)
        if access is None or access_restriction(self.user):
            return None
        game, versions = access.game, dict[str, int | str](version=access.game.version)
        if access.seat is not None:
            versions["chat"] = game.chat_version
            if (found := watched(access.seat, self.user)) is not None:
                return Stand(access.seat, versions | {"here": found.digest}, found.seats)
        elif may_spectate(game, self.user, None):
            versions["gallery"] = game.gallery_version
        return Stand(access.seat, versions)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, which pages send while visible. Close the socket if the user is signed out or suspended."""
        when, stand = self.answered
        if stand is None or monotonic() - when > MIN_INTERVAL:
            found = await self._refresh()
            if found is None:
                await self.close(SIGNED_OUT)
                return
            stand = found
            self.answered = monotonic(), stand
        await self._send_versions(stand | {"pong": True})

    @database_sync_to_async
    def _refresh(self) -> dict[str, int | str] | None:
        """Record the user's presence and return the current versions, in case a broadcast was lost.

        Return no versions if the visitor is no longer allowed to see the table. Return None if the session has ended,
        here or from another device, or if the user is suspended.
        """
        if self.user.is_authenticated:
            user = sessions.signed_in(session_key(self.scope))
            if user != self.user or access_restriction(user):
                return None
            self.user = user
        presence.record(self.table, self.user)
        found = self.find()
        if found is None:
            return {}
        if self.stand is not None:
            self.stand = found
        return found.versions

    def hear(self, message: Mapping[str, Any]) -> None:
        """Forward new versions, unless they are for another seat; close a suspended user's socket.

        If the client is slow, a newer version replaces an older unsent one.
        """
        if "user" in message:
            self._shut_out(message["user"])
            return
        if "player" in message and (self.stand is None or message["player"] != self.stand.seat):
            return
        if "arrived" in message and (self.stand is None or message["arrived"] not in self.stand.watched):
            return
        self._news |= {name: message[name] for name in ANNOUNCED if name in message}
        self._send_news()

    def _shut_out(self, user: int) -> None:
        if self.stand and self.user.pk == user:
            self._closing = asyncio.create_task(self.close(SIGNED_OUT))

    def _send_news(self) -> None:
        if self.stand and self._news and self._sending is None:
            self._sending = asyncio.create_task(self._send_all_news())

    async def _send_all_news(self) -> None:
        # By the ASGI specification, send raises OSError after the client has disconnected; a message about it follows.
        with suppress(OSError):
            while self.stand and self._news:
                news, self._news = self._news, {}
                if own := {name: news[name] for name in self.stand.versions if name in news}:
                    await self._send_versions(own)
        self._sending = None

    def interrupt(self) -> None:
        """Close the socket after a reconnect to Redis. The page then reconnects and receives the version."""
        if self.stand:
            self._closing = asyncio.create_task(self.close(INTERRUPTED))

    def retire(self) -> None:
        """Do nothing: the socket is closed when its process ends."""

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket. Nothing is sent afterwards."""
        self.stand = None
        await super().close(code, reason)

    async def _send_versions(self, versions: dict[str, Any]) -> None:
        await self.send(json.dumps(versions))

"""WebSocket consumer of a table: sends version numbers of the game and the chat, and nothing else."""

from __future__ import annotations

import json
from time import monotonic
from typing import Any

from channels.db import database_sync_to_async

from accounts.access.restrictions import access_restriction
from accounts.auth import sessions
from games.access import may_see, may_spectate, seat_of
from games.models import Game
from games.notifications import presence
from games.realtime.broadcast import chat_group, gallery_group, player_group, table_group
from games.realtime.socket_limits import RateLimitedConsumer

MIN_INTERVAL = 2.0
"""Seconds; a ping that comes sooner gets the cached answer."""

NOT_FOUND = 4404
"""Close code for a table that does not exist or that this visitor may not see (any more)."""

SIGNED_OUT = 4401
"""Close code for a session that has ended or a user who is suspended; the page then reloads."""


class TableConsumer(RateLimitedConsumer):
    """One open page of a table. It receives versions; the page fetches its own HTML with its own permissions."""

    groups: list[str]
    answered: tuple[float, dict[str, Any]] = (0.0, {})
    """When a ping was last answered (monotonic clock), and the answer."""

    async def connect(self) -> None:
        """Accept visitors who may see the table, and send its current version."""
        found = await self._find(self.scope["url_route"]["kwargs"]["table"])
        await self.accept()
        if found is None:
            await self.close(NOT_FOUND)
            return
        self.groups, stand = found
        for group in self.groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self._send_versions(stand)

    @database_sync_to_async
    def _find(self, table: str) -> tuple[list[str], dict[str, int]] | None:
        return self._stand(table)

    def _stand(self, table: str) -> tuple[list[str], dict[str, int]] | None:
        game = Game.objects.filter(table=table).first()
        user = self.scope["user"]
        if game is None or not may_see(game, user) or access_restriction(user):
            return None
        me = seat_of(game, user)
        if me is None and may_spectate(game, user, me):
            return [table_group(table), gallery_group(table)], {
                "version": game.version,
                "gallery": game.gallery_version,
            }
        if me is None:
            return [table_group(table)], {"version": game.version}
        groups = [table_group(table), player_group(me.pk), chat_group(table)]
        return groups, {"version": game.version, "chat": game.chat_version}

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, which a page sends while it is visible."""
        when, stand = self.answered
        if not stand or monotonic() - when > MIN_INTERVAL:
            found = await self._refresh()
            if found is None:
                await self.close(SIGNED_OUT)
                return
            stand = found
            self.answered = monotonic(), stand
        await self._send_versions(stand | {"pong": True})

    @database_sync_to_async
    def _refresh(self) -> dict[str, int] | None:
        """Record the user's presence, and return the current versions, in case a broadcast was lost.

        None if the session has ended, here or from another device, or the user is suspended.
        """
        table, user = self.scope["url_route"]["kwargs"]["table"], self.scope["user"]
        if user.is_authenticated:
            user = sessions.session_user(self.scope["session"].session_key, user)
            if user is None or access_restriction(user):
                return None
        presence.record(table, user)
        found = self._stand(table)
        return found[1] if found else {}

    async def table_version(self, message: dict[str, Any]) -> None:
        """Forward a new version of the game."""
        await self._send_versions({"version": message["version"]})

    async def table_chat(self, message: dict[str, Any]) -> None:
        """Forward a new version of the players' chat."""
        await self._send_versions({"chat": message["chat"]})

    async def table_gallery(self, message: dict[str, Any]) -> None:
        """Forward a new version of the spectators' chat."""
        await self._send_versions({"gallery": message["gallery"]})

    async def _send_versions(self, versions: dict[str, Any]) -> None:
        await self.send(json.dumps(versions))

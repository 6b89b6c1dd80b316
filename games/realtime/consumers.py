"""The one-way nudge: a socket says which version its table is at, how far the talk is, and nothing else."""

from __future__ import annotations

import json
from time import monotonic
from typing import Any

from channels.db import database_sync_to_async

from accounts.access.restrictions import shut_out
from accounts.auth import sessions
from games.access import may_see, may_watch, seat_of
from games.models import Game
from games.notifications import presence
from games.realtime.broadcast import gallery_group, player_group, table_group, talk_group
from games.realtime.socket_limits import ModestConsumer

AT_MOST_EVERY = 2.0
"""Seconds: a ping that comes sooner gets the same answer."""

NOT_FOUND = 4404
"""Close code for a table that does not exist or that this visitor may not see, or not see any more."""

SIGNED_OUT = 4401
"""Close code for a browser that is signed in no more, or shut out; the page asks anew, and finds out."""


class TableConsumer(ModestConsumer):
    """One open page of a table. It is told versions; the page fetches its own HTML with its own rights."""

    groups: list[str]
    answered: tuple[float, dict[str, Any]] = (0.0, {})
    """When a ping was last answered, by the process's own clock, and what was said."""

    async def connect(self) -> None:
        """Accept whoever may see the table, and say at once which version it is at."""
        found = await self._find(self.scope["url_route"]["kwargs"]["table"])
        await self.accept()
        if found is None:
            await self.close(NOT_FOUND)
            return
        self.groups, stand = found
        for group in self.groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self._say(stand)

    @database_sync_to_async
    def _find(self, table: str) -> tuple[list[str], dict[str, int]] | None:
        return self._stand(table)

    def _stand(self, table: str) -> tuple[list[str], dict[str, int]] | None:
        game = Game.objects.filter(table=table).first()
        user = self.scope["user"]
        if game is None or not may_see(game, user) or shut_out(user):
            return None
        me = seat_of(game, user)
        if me is None and may_watch(game, user, me):
            return [table_group(table), gallery_group(table)], {"version": game.version, "gallery": game.gallery}
        if me is None:
            return [table_group(table)], {"version": game.version}
        groups = [table_group(table), player_group(me.pk), talk_group(table)]
        return groups, {"version": game.version, "talk": game.talk}

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, by which a page says that somebody looks at it."""
        when, stand = self.answered
        if not stand or monotonic() - when > AT_MOST_EVERY:
            found = await self._look()
            if found is None:
                await self.close(SIGNED_OUT)
                return
            stand = found
            self.answered = monotonic(), stand
        await self._say(stand | {"pong": True})

    @database_sync_to_async
    def _look(self) -> dict[str, int] | None:
        """Note the look, and read how the table stands: a nudge that was lost is made up for by this.

        None once this browser has been signed out, here or from elsewhere, or the site is shut for its person.
        """
        table, user = self.scope["url_route"]["kwargs"]["table"], self.scope["user"]
        if user.is_authenticated:
            user = sessions.living(self.scope["session"].session_key, user)
            if user is None or shut_out(user):
                return None
        presence.note(table, user)
        found = self._stand(table)
        return found[1] if found else {}

    async def table_version(self, message: dict[str, Any]) -> None:
        """Pass a nudge on."""
        await self._say({"version": message["version"]})

    async def table_talk(self, message: dict[str, Any]) -> None:
        """Pass on that the talk has changed."""
        await self._say({"talk": message["talk"]})

    async def table_gallery(self, message: dict[str, Any]) -> None:
        """Pass on that the spectators' talk has changed."""
        await self._say({"gallery": message["gallery"]})

    async def _say(self, numbers: dict[str, Any]) -> None:
        await self.send(json.dumps(numbers))

"""Redis refuses connections while it starts: sockets open anyway, and receive announcements later."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as site
from pytest_django import Settings

from games import play
from games.models import Player
from tests.cast import somebody, table_of
from tests.realtime.test_consumers import Listener, run, version_in

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]


class Door:
    """Refuses the given number of connections, then accepts all others."""

    def __init__(self) -> None:
        self.to_refuse, self._open = 0, asyncio.open_connection

    async def enter(self, *args: Any, **kwargs: Any) -> Any:
        """Replace asyncio's function for opening connections."""
        if self.to_refuse:
            self.to_refuse -= 1
            raise ConnectionRefusedError
        return await self._open(*args, **kwargs)


@pytest.fixture
def mover() -> Player:
    """The player to move at a table whose deal has already been announced."""
    game = table_of(somebody("alice"), somebody("bob"))
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)


@pytest.fixture
def door(mover: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Door:
    """The door to Redis, for a channel layer without open connections."""
    settings.CHANNEL_LAYERS = deepcopy(site.CHANNEL_LAYERS)
    found = Door()
    monkeypatch.setattr("asyncio.open_connection", found.enter)
    return found


def test_refused_connects_are_tried_again(door: Door, mover: Player) -> None:
    game = mover.game

    async def story() -> None:
        socket = Listener(game.public_id, mover.user)
        door.to_refuse = 3
        assert version_in(await socket.connect()) == {"version": game.version, "chat": 0}
        assert door.to_refuse == 0, "the page's way to Redis was new"
        door.to_refuse = 3
        await sync_to_async(play.move)(mover, "draw", play.version_of(game, mover))
        assert await socket.hear() == {"version": game.version + 1}
        assert door.to_refuse == 0, "the mover's way to Redis was new"
        await socket.hang_up()

    run(story)

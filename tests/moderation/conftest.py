"""Fixtures: a second moderator and an insulting message."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.chat import rooms
from games.models import Game, Message, Player
from tests.cast import some_moderator


@pytest.fixture
def second(db: None) -> User:
    return some_moderator("milo")


@pytest.fixture
def rude(duel: Game, bob: User) -> Message:
    """An insulting message by bob at alice's table."""
    rooms.post(Player.objects.select_related("game").get(game=duel, user=bob), bob, "You play like a lamp post")
    return Message.objects.get()

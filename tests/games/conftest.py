"""Tables that several tests of games sit at."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Game
from tests.cast import table_of


@pytest.fixture
def strict(alice: User, bob: User) -> Callable[..., Game]:
    """``strict("plain")``: a duel in which the first deadline that is missed has its consequence."""

    def open_duel(absence: str, *more: User, **facts: object) -> Game:
        return table_of(alice, bob, *more, absence=absence, free_misses=0, **facts)

    return open_duel

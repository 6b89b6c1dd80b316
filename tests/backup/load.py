"""Players who move as fast as they can, in separate threads, during an operation on the database."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random

from django.db import connection

from games.models import Game, Move, Player
from tests.playing import act, legal
from tests.processes import eventually


class Load:
    """The accepted moves so far: tables and move numbers, in the order of the responses."""

    def __init__(self) -> None:
        self.accepted: list[tuple[int, int]] = []
        self._over = threading.Event()

    def stop(self) -> None:
        """Let every player finish the current move."""
        self._over.set()

    def goes_on(self) -> bool:
        """Wait until one more move is accepted."""
        seen = len(self.accepted)
        return bool(eventually(lambda: len(self.accepted) > seen))

    def play(self, game: Game, seed: int) -> None:
        rng = Random(seed)
        while not self._over.is_set() and (number := _move(game, rng)) is not None:
            self.accepted.append((game.pk, number))


def _move(game: Game, rng: Random) -> int | None:
    """Make a move on its own connection. Return the latest number, or None if the game is over."""
    try:
        if me := _to_move(game):
            act(me, rng.choice(legal(me)))
            return Move.objects.filter(game=game).latest("number").number
        return None
    finally:
        connection.close()


def _to_move(game: Game) -> Player | None:
    return Player.objects.filter(game=game, to_move_since__isnull=False).order_by("seat").first()


@contextmanager
def playing(games: Sequence[Game]) -> Iterator[Load]:
    """Make moves at these tables while the block runs, and raise the threads' errors at the end."""
    load = Load()
    with ThreadPoolExecutor(len(games)) as pool:
        threads = [pool.submit(load.play, game, seed) for seed, game in enumerate(games)]
        try:
            yield load
        finally:
            load.stop()
        for thread in threads:
            thread.result(30)

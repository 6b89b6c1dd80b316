"""Computer players: each chooses a legal move from what its seat may see, and makes it like any player."""

from __future__ import annotations

import logging
from datetime import datetime
from itertools import count
from random import SystemRandom
from typing import Any

from django.utils import timezone
from prometheus_client import Histogram

from games import play, store
from games.bots import schedule
from games.models import PLAYED_BY_COMPUTER, Game, Player
from games.models.read_transaction import snapshot
from games.play.turns import drafted

log = logging.getLogger(__name__)
_random = SystemRandom()

THINKING = Histogram(
    "backroom_computer_thinking_seconds",
    "Time in which a computer player chose a move",
    ["rules", "strength"],
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)

BATCH = 10
"""The maximum number of moves per task, so that other tables are served."""

BATCH_WITHOUT_PEOPLE = 3
"""The maximum where no person waits: a person's table may be queued behind such tasks."""


def choose(game: Game, player: Player, view: Any) -> str:
    """The move that this computer player makes, one of ``view.legal``."""
    if player.computer == Player.Bot.RANDOM:
        return _random.choice(view.legal)
    return str(game.rules.policy(view))


def move_batch(game_pk: int) -> None:
    """Make some moves for the computer players that are to move, unless another worker holds the table."""
    if (until := schedule.claim(game_pk)) is not None:
        _move_until(game_pk, until, BATCH if schedule.has_person(game_pk) else BATCH_WITHOUT_PEOPLE)


def move_all(game_pk: int, until: datetime | None = None) -> None:
    """Move for computer players until none is to move; for a person who waits for the response.

    ``until`` is the result of ``schedule.claim`` if the table is already claimed. Nothing happens if another worker
    holds it; what takes longer than the lease is left to a task.
    """
    until = until or schedule.claim(game_pk)
    if until is not None:
        _move_until(game_pk, until)


def _move_until(game_pk: int, until: datetime, most: int | None = None) -> None:
    """A concurrent move by another player is no error. After an error there is no retry until the lease ends."""
    for _number in range(most) if most is not None else count():
        # No move is begun towards the end of the lease, so that no two workers compute the same one.
        if timezone.now() > until - schedule.LEASE / 2 or (player := _next(game_pk)) is None:
            break
        try:
            _move(player.pk)
        except (play.Stale, play.NotYourTurn, play.Over, play.Paused):
            log.debug("table %s moved on while a computer player was thinking", player.game.table)
    schedule.release(game_pk, until)


def _next(game_pk: int) -> Player | None:
    running = {"game__status": Game.Status.RUNNING, "game__paused_at__isnull": True}
    asked = Player.objects.filter(PLAYED_BY_COMPUTER, game_id=game_pk, **running)
    return asked.select_related("game").order_by("seat").first()


def _move(pk: int) -> None:
    with snapshot():
        player = Player.objects.select_related("game", "user").get(pk=pk)
        if player.to_move_since is None:
            return
        version = play.version_of(player.game, player)
        view = drafted(store.load(player.game).state, player).state.view(player.seat)
    with THINKING.labels(player.game.slug, player.computer).time():
        chosen = choose(player.game, player, view)
    play.move(player, chosen, version)

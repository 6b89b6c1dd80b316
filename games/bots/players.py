"""Computer players: given what their seat may see, they choose a legal move and make it like everybody."""

from __future__ import annotations

import logging
from datetime import datetime
from itertools import count
from random import SystemRandom
from typing import Any

from django.utils import timezone

from games import play, store
from games.bots import schedule
from games.models import PLAYED_BY_COMPUTER, Game, Player
from games.models.read_transaction import snapshot
from games.play.turns import drafted

log = logging.getLogger(__name__)
_chance = SystemRandom()

MOVES_AT_ONCE = 10
"""So many moves one task makes at a table before the others have their turn."""

MOVES_ALONE = 3
"""So many where no person waits: a person's table may have to wait for some such tasks."""


def choose(game: Game, player: Player, view: Any) -> str:
    """The move that this computer player makes, one of ``view.legal``."""
    if player.computer == Player.Bot.RANDOM:
        return _chance.choice(view.legal)
    return str(game.rules.policy(view))


def move_some(game_pk: int) -> None:
    """Make some moves for the computer players that are asked, unless somebody else has the table in hand."""
    if (until := schedule.take(game_pk)) is not None:
        _move_on(game_pk, until, MOVES_AT_ONCE if schedule.is_waited_for(game_pk) else MOVES_ALONE)


def move_all(game_pk: int, until: datetime | None = None) -> None:
    """Move for every computer player that is asked, until none is; for a person who waits for the answer.

    ``until`` is what ``computers.take`` has returned, if the table was taken already. Nothing happens if somebody else
    has it in hand; what takes longer than the table may be held is left to a task.
    """
    until = until or schedule.take(game_pk)
    if until is not None:
        _move_on(game_pk, until)


def _move_on(game_pk: int, until: datetime, most: int | None = None) -> None:
    """Somebody else's move in between is no error. After an error the lease runs out before it is tried again."""
    for _number in range(most) if most is not None else count():
        # Nobody else may think about the same move, so that none is begun towards the end of the lease.
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
        if player.asked is None:
            return
        version = play.version_of(player.game, player)
        view = drafted(store.load(player.game).state, player).state.view(player.seat)
    play.move(player, choose(player.game, player, view), version)

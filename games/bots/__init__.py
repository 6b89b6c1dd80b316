"""Computer players: given what their seat may see, they choose a legal move and make it like everybody."""

from __future__ import annotations

import logging
from random import SystemRandom
from typing import Any

from games import play, store
from games.models import PLAYED_BY_COMPUTER, Game, Player
from games.play.turns import drafted
from games.snapshot import snapshot

log = logging.getLogger(__name__)
_chance = SystemRandom()


def choose(game: Game, player: Player, view: Any) -> str:
    """The move that this computer player makes, one of ``view.legal``."""
    if player.computer == Player.Bot.RANDOM:
        return _chance.choice(view.legal)
    return str(game.rules.policy(view))


def move_all(game_pk: int) -> None:
    """Move for every computer player that is asked, until none is. Somebody else's move in between is no error."""
    while (player := _next(game_pk)) is not None:
        try:
            _move(player.pk)
        except (play.Stale, play.NotYourTurn, play.Over, play.Paused):
            log.debug("table %s moved on while a computer player was thinking", player.game.table)


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

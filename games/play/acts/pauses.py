"""The automatic end of pauses, which begin with a vote or a vacation."""

from contextlib import suppress

from games.play.core import pauses
from games.play.core.locked import locked_if_free
from games.play.core.refusals import Over


def end_pause(game_pk: int) -> bool:
    """Resume a game whose pause is over. Return False if it is too early, or the game is locked or over. Idempotent."""
    with suppress(Over), locked_if_free(game_pk) as game:
        if game is not None and pauses.settle(game, why="time"):
            game.save_seats()
            game.announce()
            return True
    return False

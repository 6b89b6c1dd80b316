"""Pauses that end by themselves. They begin by a vote or a vacation."""

from games.play.core import pauses
from games.play.core.locked import locked_if_free
from games.play.core.refusals import Over


def end_pause(game_pk: int) -> bool:
    """Resume a game whose pause is over. Return False if there is nothing to do. Idempotent."""
    try:
        with locked_if_free(game_pk) as game:
            if game is None or not pauses.settle(game, why="time"):
                return False
            game.save_seats()
            game.announce()
            return True
    except Over:
        return False

"""The Celery tasks that move for computer players."""

from celery import shared_task

from games.computers import players


@shared_task(name="games.move_computers")
def move_computers(game_pk: int) -> None:
    """Make some moves for the computer players of a game; the rest is queued again."""
    players.move_batch(game_pk)


@shared_task(name="games.think")
def think(game_pk: int) -> None:
    """Move for slow computer players, in a separate queue that delays no other task."""
    players.move_batch(game_pk)

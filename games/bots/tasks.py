"""The Celery task that moves for computer players."""

from __future__ import annotations

from celery import shared_task

from games.bots import players


@shared_task(name="games.move_computers")
def move_computers(game_pk: int) -> None:
    """Make some moves for the computer players of a game; the rest is queued again."""
    players.move_batch(game_pk)

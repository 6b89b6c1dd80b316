"""Celery tasks that change a game whose time has come. Idempotent: what is due is read from the rows."""

from __future__ import annotations

from celery import shared_task

from games import play


@shared_task(name="games.time_up")
def time_up(player_pk: int) -> None:
    """Do what a table agreed on for a missed deadline."""
    try:
        play.time_up(player_pk)
    except Exception:
        # Celery logs it. A table that can't be dealt with does not stand in the way of five hundred others.
        play.try_later(player_pk)
        raise


@shared_task(name="games.end_pause")
def end_pause(game_pk: int) -> None:
    """Let a table go on whose pause is over."""
    play.end_pause(game_pk)


@shared_task(name="games.open_stopped")
def open_stopped(game_pk: int) -> None:
    """Lay a game open that moderators have ended and can't let go on any more."""
    play.open_stopped(game_pk)


@shared_task(name="games.expire_vote")
def expire_vote(vote_pk: int) -> None:
    """Close a vote that not everybody has answered in time."""
    play.expire_vote(vote_pk)


@shared_task(name="games.begin_vacation")
def begin_vacation(vacation_pk: int) -> None:
    """Let a planned vacation begin."""
    play.begin_vacation(vacation_pk)


@shared_task(name="games.end_vacation")
def end_vacation(vacation_pk: int) -> None:
    """End a vacation."""
    play.end_vacation(vacation_pk)


@shared_task(name="games.move_by_itself")
def move_by_itself(player_pk: int) -> None:
    """Obey a standing order, or end a turn that has nothing else left and whose time for an undo is over."""
    play.by_itself(player_pk)

"""Celery tasks that change games at a due time. Idempotent: each reads from the rows whether it is still due."""

from celery import shared_task

from games import play


@shared_task(name="games.time_up")
def time_up(player_pk: int) -> None:
    """Apply the table's agreement about a missed deadline."""
    try:
        play.time_up(player_pk)
    except Exception:
        # Celery logs it. Retried later, so that one failing table does not block the sweep of the others.
        play.try_later(player_pk)
        raise


@shared_task(name="games.end_pause")
def end_pause(game_pk: int) -> None:
    """Resume a table whose pause has ended."""
    play.end_pause(game_pk)


@shared_task(name="games.reveal_stopped")
def reveal_stopped(game_pk: int) -> None:
    """Reveal a game that moderators have ended and can't reopen any more."""
    play.reveal_stopped(game_pk)


@shared_task(name="games.expire_vote")
def expire_vote(vote_pk: int) -> None:
    """Close an expired vote."""
    play.expire_vote(vote_pk)


@shared_task(name="games.begin_vacation")
def begin_vacation(vacation_pk: int) -> None:
    """Begin a planned vacation."""
    play.begin_vacation(vacation_pk)


@shared_task(name="games.end_vacation")
def end_vacation(vacation_pk: int) -> None:
    """End a vacation."""
    play.end_vacation(vacation_pk)


@shared_task(name="games.make_automatic_move")
def make_automatic_move(player_pk: int) -> None:
    """Carry out a standing order, or end a turn with nothing else left whose time for undo is over."""
    play.make_automatic_move(player_pk)

"""Celery tasks that change games at a due time. They are idempotent: each checks that its work is still due."""

from celery import shared_task

from games import play


@shared_task(name="games.time_up")
def time_up(player_pk: int) -> None:
    """Apply the table's rule for missed deadlines; after an error, postpone the deadline by an hour."""
    try:
        play.time_up(player_pk)
    except Exception:
        # Celery logs the error. Retry later, so that one failing table does not block the sweep of the others.
        play.try_later(player_pk)
        raise


@shared_task(name="games.play_on")
def play_on(game_pk: int) -> None:
    """Make the automatic moves of a table at once if all who answer next have come. The sweep makes up for losses."""
    for player_pk in play.play_on(game_pk):
        play.make_automatic_move(player_pk)


begin_vacation = shared_task(name="games.begin_vacation")(play.begin_vacation)
end_pause = shared_task(name="games.end_pause")(play.end_pause)
end_vacation = shared_task(name="games.end_vacation")(play.end_vacation)
expire_vote = shared_task(name="games.expire_vote")(play.expire_vote)
make_automatic_move = shared_task(name="games.make_automatic_move")(play.make_automatic_move)
reveal_stopped = shared_task(name="games.reveal_stopped")(play.reveal_stopped)

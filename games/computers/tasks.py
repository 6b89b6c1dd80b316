"""The Celery tasks that move for computer players; slow levels have their own queue, so they delay no other task."""

from celery import shared_task

from games.computers import players

move_computers = shared_task(name="games.move_computers")(players.move_batch)
think = shared_task(name="games.think")(players.move_batch)

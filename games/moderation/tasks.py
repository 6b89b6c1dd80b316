"""The Celery task that carries out answers to appeals."""

from celery import shared_task

from games.moderation import answers

carry_out_answer = shared_task(name="games.carry_out_answer")(answers.carry_out_answer)

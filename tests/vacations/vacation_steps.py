"""Helpers that start a vacation and read its rows again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from accounts.models import User
from games import play, tasks
from games.models import Game, Player, Vacation
from games.play import ArrangementChoice
from tests.queue import Queue

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TODAY = date(2026, 11, 20)
DAY = timedelta(days=1)
PAUSE, COMPUTER, NOTHING = ArrangementChoice("pause"), ArrangementChoice("computer"), ArrangementChoice()


def friend(user: User) -> ArrangementChoice:
    """Return an arrangement that asks this friend to substitute."""
    return ArrangementChoice("friend", user.username)


def away(player: Player, choice: ArrangementChoice, days: int = 3) -> Vacation:
    """Start a vacation of the owner at once."""
    return play.plan_vacation(player.user, TODAY, TODAY + DAY * (days - 1), {player.pk: choice})


def mine(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user", "friend").get(game=game, user=user)


def sweep(queue: Queue) -> None:
    """Run the sweeps once, as beat and a worker do."""
    queue.sent.clear()
    tasks.sweep_deadlines()
    queue.run()


def fresh(row):
    return type(row).objects.get(pk=row.pk)

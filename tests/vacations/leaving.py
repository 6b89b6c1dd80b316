"""Starting a vacation, and reading its rows again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from accounts.models import User
from games import play
from games.models import Game, Player, Vacation
from games.play import Meanwhile
from games.sweeps import tasks
from tests.queue import Queue

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TODAY = date(2026, 11, 20)
DAY = timedelta(days=1)
PAUSE, COMPUTER, NOTHING = Meanwhile("pause"), Meanwhile("computer"), Meanwhile()


def friend(user: User) -> Meanwhile:
    """An arrangement that asks this friend to sit in."""
    return Meanwhile("friend", user.username)


def away(player: Player, meanwhile: Meanwhile, days: int = 3) -> Vacation:
    """Starts a vacation of the owner at once."""
    return play.plan_vacation(player.user, TODAY, TODAY + DAY * (days - 1), {player.pk: meanwhile})


def mine(game: Game, user: User) -> Player:
    """This user's seat as stored."""
    return Player.objects.select_related("game", "user", "friend").get(game=game, user=user)


def sweep(queue: Queue) -> None:
    """Runs the sweeps once, as beat and a worker do."""
    queue.sent.clear()
    tasks.sweep_deadlines()
    queue.run()


def fresh(row):
    """The row as stored."""
    return type(row).objects.get(pk=row.pk)

"""Where rows meet the clock: a person's rest, and a seat's clock that is started and stopped."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games import clock, owing
from games.models import Game, Player

SECOND = timedelta(seconds=1)
SHORTEST = timedelta(hours=min(Game.PACES))


def rest(game: Game, user: User) -> clock.Rest:
    """When this person's clock stands still at this table."""
    return game.terms.rest(user.zone, (user.night_from, user.night_until))


def start(player: Player, now: datetime, at_least: timedelta = timedelta()) -> None:
    """A seat that is asked gets the time of a new turn, at least so much; while the table is paused it stays full.

    The clock of a seat that a computer moves for does not run.
    """
    player.deadline = player.left = player.clock_from = None
    if (mover := player.mover) is None:
        return
    resting = rest(player.game, mover)
    bank, deadline = clock.begin(player.game.terms, _span(player.bank), now, resting)
    if deadline is None:
        return
    deadline = max(deadline, clock.after(now, at_least, resting))
    player.bank = _seconds(bank)
    if player.game.is_paused:
        player.left = _seconds(clock.stand_still(deadline, now, resting))
    else:
        move_deadline(player, deadline, now)


def move_deadline(player: Player, deadline: datetime, now: datetime) -> None:
    """The clock runs from now on, to ``deadline``; the reminders are owed."""
    player.deadline, player.clock_from = deadline, now
    for which, due_at in enumerate(_reminders(player, deadline, now)):
        owing.near(player, due_at, which)


def _reminders(player: Player, deadline: datetime, now: datetime) -> list[datetime]:
    if (mover := player.mover) is None:
        return []
    last = clock.last_call(deadline, now, mover.last_call)
    return [clock.remind_at(deadline, now)] + ([last] if last else [])


def stop(player: Player, now: datetime) -> None:
    """The seat has decided, or somebody else decides for it: its clock stops, and what has burnt is gone."""
    _burn(player, now)
    player.deadline = player.left = player.clock_from = None


def _burn(player: Player, now: datetime) -> None:
    if (mover := player.mover) is None or player.clock_from is None:
        return
    bank = clock.stop(player.game.terms, _span(player.bank), player.clock_from, now, rest(player.game, mover))
    player.bank = _seconds(bank)


def pause(player: Player, now: datetime) -> None:
    """The table stands still: what is left of the seat's time is kept."""
    if (mover := player.mover) is None or player.deadline is None:
        return
    left = clock.stand_still(player.deadline, now, rest(player.game, mover))
    stop(player, now)
    player.left = _seconds(left)


def resume(player: Player, now: datetime) -> None:
    """The table goes on: the seat has what was left."""
    if (mover := player.mover) is None or player.left is None:
        return
    deadline = clock.go_on(player.left * SECOND, now, rest(player.game, mover))
    player.left = None
    move_deadline(player, deadline, now)


def extend(player: Player, now: datetime) -> timedelta:
    """A running clock gets another day, one that stands still too; one that has run out gets it from now on.

    Returns how much later the deadline is.
    """
    if player.left is not None:
        player.left += clock.GRACE // SECOND
    if (mover := player.mover) is None or player.deadline is None:
        return clock.GRACE
    before = max(player.deadline, now)
    deadline = clock.extend(before, clock.GRACE, rest(player.game, mover))
    _burn(player, now)
    move_deadline(player, deadline, now)
    return deadline - before


def shorten(player: Player, span: timedelta, now: datetime) -> bool:
    """A deadline is so much earlier again, yet no turn gets less than the shortest. False if there is no clock."""
    if player.left is not None:
        player.left = max(player.left - span // SECOND, min(player.left, SHORTEST // SECOND))
        return True
    if (mover := player.mover) is None or player.deadline is None:
        return False
    least = clock.after(now, SHORTEST, rest(player.game, mover))
    deadline = max(player.deadline - span, min(player.deadline, least))
    _burn(player, now)
    move_deadline(player, deadline, now)
    return True


def forgive(player: Player, now: datetime) -> None:
    """The seat's time is up, and it gets another day from now on."""
    if (mover := player.mover) is None:
        return
    _burn(player, now)
    move_deadline(player, clock.after(now, clock.GRACE, rest(player.game, mover)), now)


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else seconds * SECOND


def _seconds(span: timedelta | None) -> int | None:
    return None if span is None else span // SECOND

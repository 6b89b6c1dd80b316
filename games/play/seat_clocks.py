"""Starts, stops and moves the clock of a seat, as games/clock.py computes it. Nothing here saves the player."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games import clock
from games.models import Game, Player
from games.notifications import enqueue

SECOND = timedelta(seconds=1)
SHORTEST = timedelta(hours=min(Game.PACES))


def rest(game: Game, user: User) -> clock.RestHours:
    """When this person's clocks stand still in this game: weekends and nights, as its time control says."""
    return game.terms.rest(user.zone, (user.night_from, user.night_until))


def start(player: Player, now: datetime, at_least: timedelta = timedelta()) -> None:
    """Gives a seat that is to move the time of a new turn, ``at_least`` that much; in a paused game it stands still.

    A seat that a computer player moves for has no running clock.
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
        player.left = _seconds(clock.pause(deadline, now, resting))
    else:
        move_deadline(player, deadline, now)


def move_deadline(player: Player, deadline: datetime, now: datetime) -> None:
    """Lets the clock run from now to ``deadline``, and enqueues the reminders."""
    player.deadline, player.clock_from = deadline, now
    for which, due_at in enumerate(_reminders(player, deadline, now)):
        enqueue.deadline_near(player, due_at, which)


def _reminders(player: Player, deadline: datetime, now: datetime) -> list[datetime]:
    if (mover := player.mover) is None:
        return []
    last = clock.last_reminder_at(deadline, now, mover.last_call)
    return [clock.remind_at(deadline, now)] + ([last] if last else [])


def stop(player: Player, now: datetime) -> None:
    """Stops the clock: the seat has moved, or another moves for it. Time used beyond the turn comes off the reserve."""
    _burn(player, now)
    player.deadline = player.left = player.clock_from = None


def _burn(player: Player, now: datetime) -> None:
    if (mover := player.mover) is None or player.clock_from is None:
        return
    bank = clock.stop(player.game.terms, _span(player.bank), player.clock_from, now, rest(player.game, mover))
    player.bank = _seconds(bank)


def pause(player: Player, now: datetime) -> None:
    """Pauses the clock, and stores what is left of the seat's time."""
    if (mover := player.mover) is None or player.deadline is None:
        return
    left = clock.pause(player.deadline, now, rest(player.game, mover))
    stop(player, now)
    player.left = _seconds(left)


def resume(player: Player, now: datetime) -> None:
    """Resumes a paused clock with the time that was left."""
    if (mover := player.mover) is None or player.left is None:
        return
    deadline = clock.resume(player.left * SECOND, now, rest(player.game, mover))
    player.left = None
    move_deadline(player, deadline, now)


def extend(player: Player, now: datetime) -> timedelta:
    """Adds a day, or a turn of a quick game, to a running or paused clock; one that has run out gets it from now.

    Returns by how much the deadline has moved.
    """
    more = clock.grace(player.game.terms)
    if player.left is not None:
        player.left += more // SECOND
    if (mover := player.mover) is None or player.deadline is None:
        return more
    before = max(player.deadline, now)
    deadline = clock.extend(before, more, rest(player.game, mover))
    _burn(player, now)
    move_deadline(player, deadline, now)
    return deadline - before


def shorten(player: Player, span: timedelta, now: datetime) -> bool:
    """Moves a deadline earlier by ``span``, but leaves the shortest time of a turn. Returns False without a clock."""
    shortest = min(SHORTEST, clock.grace(player.game.terms))
    if player.left is not None:
        player.left = max(player.left - span // SECOND, min(player.left, shortest // SECOND))
        return True
    if (mover := player.mover) is None or player.deadline is None:
        return False
    least = clock.after(now, shortest, rest(player.game, mover))
    deadline = max(player.deadline - span, min(player.deadline, least))
    _burn(player, now)
    move_deadline(player, deadline, now)
    return True


def forgive(player: Player, now: datetime) -> None:
    """Gives a seat whose time is up a day from now, or another turn of a quick game."""
    if (mover := player.mover) is None:
        return
    _burn(player, now)
    move_deadline(player, clock.after(now, clock.grace(player.game.terms), rest(player.game, mover)), now)


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else seconds * SECOND


def _seconds(span: timedelta | None) -> int | None:
    return None if span is None else span // SECOND

"""Starts, stops and moves the clock of a seat, as games/clock.py computes it. Nothing here saves the player.

A turn has one clock. In a pause, and when another person moves for the seat, it keeps the time that is left and the
rest hours with which it began: a change of the settings counts from the next turn. ``Player.turn_clock`` holds them:
``time_zone`` and ``night`` as they were, ``topped_up`` (see ``sit_down``), and ``held``, the seconds that are left
while a computer player moves.
"""

from datetime import datetime, time, timedelta
from typing import Any

from accounts.models import User
from accounts.validators.time_zones import zone_named
from games import clock
from games.core import notices
from games.models import Game, Player

SECOND = timedelta(seconds=1)
SHORTEST = timedelta(hours=min(Game.PACES))


def rest(player: Player, mover: User) -> clock.RestHours:
    """Return when the clock of this seat's turn stands still: weekends and nights as they were when it began."""
    # A process of the previous version may have started it without keeping them.
    kept = player.turn_clock or _settings(mover)
    from_, until = map(time.fromisoformat, kept["night"])
    return player.game.terms.rest(zone_named(kept["time_zone"]), (from_, until))


def _settings(mover: User) -> dict[str, Any]:
    """Return the present settings, for ``Player.turn_clock``."""
    return {"time_zone": mover.time_zone, "night": [mover.night_from.isoformat(), mover.night_until.isoformat()]}


def start(player: Player, now: datetime) -> None:
    """Give a seat that is to move the time of a new turn; in a paused game it stands still.

    A seat that a computer player moves for has no running clock.
    """
    player.deadline = player.left = player.clock_from = player.turn_clock = None
    bank, span = clock.begin(player.game.terms, _span(player.bank))
    if (mover := player.mover) is None or span is None:
        return
    player.turn_clock, player.bank = _settings(mover), _seconds(bank)
    _set_time_left(player, span, now)


def time_left(player: Player, now: datetime) -> timedelta | None:
    """Return the playing time that is left of this seat's turn, running or paused; None without a clock."""
    if player.left is not None:
        return player.left * SECOND
    if (mover := player.mover) is None or player.deadline is None:
        return None
    return clock.pause(player.deadline, now, rest(player, mover))


def _set_time_left(player: Player, left: timedelta, now: datetime) -> None:
    """Let the clock run from now with the time ``left``, or stand still with it in a paused game."""
    _halt(player, now)
    if player.game.is_paused:
        player.left = _seconds(left)
    elif (mover := player.mover) is not None:
        player.deadline, player.clock_from = clock.resume(left, now, rest(player, mover)), now
        _remind(player, player.deadline, mover, now)


def _remind(player: Player, deadline: datetime, mover: User, now: datetime) -> None:
    last = clock.last_reminder_at(deadline, now, mover.last_call)
    for which, due_at in enumerate(filter(None, [clock.remind_at(deadline, now), last])):
        notices.enqueue_reminder(player, due_at, which)


def _halt(player: Player, now: datetime) -> None:
    """Stop the clock, and take the used time off the reserve."""
    if (mover := player.mover) is not None and player.clock_from is not None:
        bank = clock.stop(player.game.terms, _span(player.bank), player.clock_from, now, rest(player, mover))
        player.bank = _seconds(bank)
    player.deadline = player.left = player.clock_from = None


def stop(player: Player, now: datetime) -> None:
    """Stop the clock for good: the turn is over, or its seat is free."""
    _halt(player, now)
    player.turn_clock = None


def settle(player: Player, now: datetime) -> None:
    """Let the clock stand still or go on, as the game is paused or not, with the time that is left."""
    if (left := time_left(player, now)) is not None:
        _set_time_left(player, left, now)


def hold(player: Player, now: datetime) -> None:
    """Stop the clock while the seat changes hands, and store the time that is left for ``sit_down``."""
    if (mover := player.mover) is not None and (left := time_left(player, now)) is not None:
        player.turn_clock = (player.turn_clock or _settings(mover)) | {"held": _seconds(left)}
    _halt(player, now)


def sit_down(player: Player, now: datetime) -> None:
    """Give the person who now moves for the seat the time that is left of its turn, or that of a new one.

    It is at least a day (a turn of a quick game) even if the reserve is used up; but only once in a turn, which
    otherwise could be handed back and forth without end.
    """
    kept = dict(player.turn_clock or {})
    if (held := kept.pop("held", None)) is None:
        start(player, now)
    elif player.mover is not None:
        player.turn_clock = kept
        _set_time_left(player, held * SECOND, now)
    _top_up(player, now)


def _top_up(player: Player, now: datetime) -> None:
    left, kept, least = time_left(player, now), player.turn_clock, clock.grace(player.game.terms)
    if left is not None and kept is not None and left < least and "topped_up" not in kept:
        player.turn_clock = kept | {"topped_up": True}
        _set_time_left(player, least, now)


def extend(player: Player, now: datetime) -> timedelta:
    """Add a day, or a turn of a quick game, to a running or paused clock; one that has run out gets it from now.

    Return the added playing time.
    """
    more = clock.grace(player.game.terms)
    if (left := time_left(player, now)) is not None:
        _set_time_left(player, left + more, now)
    return more


def shorten(player: Player, span: timedelta, now: datetime) -> bool:
    """Take this playing time back, but leave the shortest time of a turn. Return False without a clock."""
    if (left := time_left(player, now)) is None:
        return False
    shortest = min(SHORTEST, clock.grace(player.game.terms))
    _set_time_left(player, max(left - span, min(left, shortest)), now)
    return True


def forgive(player: Player, now: datetime) -> None:
    """Give a seat whose time is up a day from now, or another turn of a quick game."""
    _set_time_left(player, clock.grace(player.game.terms), now)


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else seconds * SECOND


def _seconds(span: timedelta | None) -> int | None:
    return None if span is None else span // SECOND

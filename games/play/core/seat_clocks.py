"""The clock of a seat: starting, stopping and adjusting it with games/clock.py. Nothing here saves the player.

A turn has one clock. During a pause, or when another user moves for the seat, the clock keeps its remaining time and
its initial rest hours: changed settings apply from the next turn. ``Player.turn_clock`` stores ``time_zone`` and
``night`` (all hours outside the playing hours, if the table has any) from the turn's start, ``topped_up`` (see
``sit_down``), and ``held``, the remaining seconds while a computer player moves.
"""

from datetime import datetime, time, timedelta
from typing import Any

from accounts.models import User
from accounts.validators.time_zones import zone_named
from games import clock
from games.core import notices
from games.models import Player

SECOND = timedelta(seconds=1)
SHORTEST = timedelta(hours=12)


def rest(player: Player, mover: User) -> clock.RestHours:
    """Return the rest hours (weekends and nights) of this seat's turn, from the settings at its start."""
    # A process of the previous version may have started the turn without storing the settings.
    kept = player.turn_clock or _settings(player, mover)
    from_, until = map(time.fromisoformat, kept["night"])
    return player.game.terms.rest(zone_named(kept["time_zone"]), (from_, until))


def _settings(player: Player, mover: User) -> dict[str, Any]:
    hours = player.game.playing_hours
    night = clock.night_outside(mover.playing_from, hours) if hours else (mover.night_from, mover.night_until)
    return {"time_zone": mover.time_zone, "night": [edge.isoformat() for edge in night]}


def start(player: Player, now: datetime) -> None:
    """Start the clock of a new turn, halted if the game is paused.

    A seat for which a computer player moves has no clock.
    """
    player.deadline = player.left = player.clock_from = player.turn_clock = None
    bank, span = clock.begin(player.game.terms, _span(player.bank))
    if (mover := player.mover) is None or span is None:
        return
    player.turn_clock, player.bank = _settings(player, mover), _seconds(bank)
    _set_time_left(player, span, now)


def time_left(player: Player, now: datetime) -> timedelta | None:
    """Return the remaining playing time of this seat's turn, running or paused, or None if there is no clock."""
    if player.left is not None:
        return player.left * SECOND
    if (mover := player.mover) is None or player.deadline is None:
        return None
    return clock.pause(player.deadline, now, rest(player, mover))


def _set_time_left(player: Player, left: timedelta, now: datetime) -> None:
    """Restart the clock with the time ``left``, or halt it at that time in a paused game."""
    _halt(player, now)
    if player.game.is_paused:
        player.left = _seconds(left)
    elif (mover := player.mover) is not None:
        player.deadline, player.clock_from = clock.resume(left, now, rest(player, mover)), now
        _remind(player, player.deadline, mover, now)


def _remind(player: Player, deadline: datetime, mover: User, now: datetime) -> None:
    hours = rest(player, mover)
    last = clock.last_reminder_at(deadline, now, hours, mover.last_call)
    for which, due_at in enumerate(filter(None, [clock.remind_at(deadline, now, hours), last])):
        notices.enqueue_reminder(player, due_at, which)


def _halt(player: Player, now: datetime) -> None:
    """Stop the clock, and deduct the used time from the reserve."""
    if (mover := player.mover) is not None and player.clock_from is not None:
        bank = clock.stop(player.game.terms, _span(player.bank), player.clock_from, now, rest(player, mover))
        player.bank = _seconds(bank)
    player.deadline = player.left = player.clock_from = None


def stop(player: Player, now: datetime) -> None:
    """Stop the clock and forget its settings: the turn is over, or its seat is free."""
    _halt(player, now)
    player.turn_clock = None


def settle(player: Player, now: datetime) -> None:
    """Halt or resume the clock with the remaining time, depending on whether the game is paused."""
    if (left := time_left(player, now)) is not None:
        _set_time_left(player, left, now)


def hold(player: Player, now: datetime) -> None:
    """Stop the clock while the seat changes hands, and store the remaining time for ``sit_down``."""
    if (mover := player.mover) is not None and (left := time_left(player, now)) is not None:
        player.turn_clock = (player.turn_clock or _settings(player, mover)) | {"held": _seconds(left)}
    _halt(player, now)


def sit_down(player: Player, now: datetime) -> None:
    """Give the seat's new mover the remaining time of the turn, or the time of a new turn.

    The mover gets at least a day, or a turn's time in a quick game, even if the reserve is used up. This happens only
    once in a turn, so that handing the seat back and forth can't prolong the turn endlessly.
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
    """Add the table's grace (``clock.grace``) to a running or paused clock; extend an expired clock from now.

    Return the added playing time.
    """
    more = clock.grace(player.game.terms)
    if (left := time_left(player, now)) is not None:
        _set_time_left(player, left + more, now)
    return more


def shorten(player: Player, span: timedelta, now: datetime) -> bool:
    """Deduct this playing time, but leave at least ``SHORTEST`` or the grace. Return False if there is no clock."""
    if (left := time_left(player, now)) is None:
        return False
    shortest = min(SHORTEST, clock.grace(player.game.terms))
    _set_time_left(player, max(left - span, min(left, shortest)), now)
    return True


def forgive(player: Player, now: datetime) -> None:
    """Restart an expired clock with a day, or with a turn's time in a quick game."""
    _set_time_left(player, clock.grace(player.game.terms), now)


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else seconds * SECOND


def _seconds(span: timedelta | None) -> int | None:
    return None if span is None else span // SECOND

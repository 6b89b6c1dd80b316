"""How much time a seat has: pure functions of plain values and the time, without rows, settings or a look at the clock.

*Playing time* is time that burns. A clock stands still exactly while its owner's wall clock shows one of his night
hours or a weekend day, so the night from 23 to 7 lasts seven real hours when the clocks go forward in it, and nine when
they go back. All moments are aware, whatever their zone, and come back in UTC; a naive one raises ValueError.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext

from accounts.profile.night_hours import LONGEST_NIGHT

GRACE = timedelta(hours=24)
"""The playing time that a free miss brings."""

LONGEST_LEAD = timedelta(days=1)
REMINDERS_APART = timedelta(minutes=10)

NOTHING = timedelta()
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SATURDAY = 5
FOREVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Rest:
    """When a person's clock stands still: weekends of ``zone``, and the night's local hours (from, until).

    A night may cross midnight; one that ends when it begins is none.
    """

    zone: ZoneInfo
    weekends: bool = False
    night: tuple[time, time] | None = None

    def covers(self, local: datetime) -> bool:
        """Whether the clock stands still while the wall clock shows ``local`` (naive)."""
        return (self.weekends and local.weekday() >= SATURDAY) or self._at_night(local.time())

    def _at_night(self, shown: time) -> bool:
        if self.night is None:
            return False
        from_, until = self.night
        return from_ <= shown < until if from_ <= until else not until <= shown < from_

    def next_border(self, local: datetime) -> datetime:
        """The first midnight, or end of a night, after the naive ``local``."""
        midnight = datetime.combine(local.date(), time()) + DAY
        borders = (datetime.combine(local.date(), edge) for edge in self.night or ())
        return min((border for border in borders if border > local), default=midnight)


@dataclass(frozen=True)
class Terms:
    """A table's clock, by its ``kind``.

    ``turn``: playing time for each turn. ``bank``: a ``reserve``, to which each turn adds ``added``, never above
    ``cap``. ``none``: no clock. ``weekends`` and ``nights`` say whether these are off, so that nothing burns.
    """

    kind: str
    turn: timedelta = NOTHING
    reserve: timedelta = NOTHING
    added: timedelta = NOTHING
    cap: timedelta = NOTHING
    weekends: bool = False
    nights: bool = False

    def rest(self, zone: ZoneInfo, night: tuple[time, time] | None) -> Rest:
        """When the clock of somebody with this zone and night stands still at this table."""
        return Rest(zone, self.weekends, night if self.nights else None)


def _utc(moment: datetime) -> datetime:
    if moment.utcoffset() is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC)


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or NOTHING


def _offset_change(start: datetime, end: datetime, zone: ZoneInfo) -> datetime:
    """The first moment after ``start``, ``end`` at the latest, at which the zone's offset isn't that at ``start``."""
    # Clocks are changed at whole seconds.
    low = start.replace(microsecond=0)
    seconds = range((end - low) // timedelta(seconds=1))
    before = _offset(low, zone)
    return low + timedelta(
        seconds=bisect_left(seconds, True, key=lambda after: _offset(low + timedelta(seconds=after), zone) != before)
    )


def _burning(start: datetime, end: datetime, rest: Rest) -> Iterator[tuple[datetime, datetime]]:
    """The stretches from ``start`` to ``end`` (UTC) in which time burns, in order, walked from border to border."""
    while start < end:
        offset = _offset(start, rest.zone)
        local = (start + offset).replace(tzinfo=None)
        border = min(start + (rest.next_border(local) - local), end)
        # A border is at most a day away, and no zone changes its clocks forth and back within a day.
        if _offset(border, rest.zone) != offset:
            border = _offset_change(start, border, rest.zone)
        if not rest.covers(local):
            yield start, border
        start = border


def playing_time(start: datetime, end: datetime, rest: Rest) -> timedelta:
    """How much time burns between two moments; nothing if ``end`` isn't after ``start``."""
    stretches = _burning(_utc(start), _utc(end), rest)
    return sum((until - from_ for from_, until in stretches), NOTHING)


def after(start: datetime, span: timedelta, rest: Rest) -> datetime:
    """The first moment at which ``span`` of playing time has burnt since ``start``; raises ValueError below 0."""
    if span < NOTHING:
        raise ValueError(f"can't go back by {-span}")
    moment = _utc(start)
    stretches = _burning(moment, FOREVER, rest)
    while span:
        from_, until = next(stretches)
        burnt = min(span, until - from_)
        moment, span = from_ + burnt, span - burnt
    return moment


def begin(terms: Terms, bank: timedelta | None, now: datetime, rest: Rest) -> tuple[timedelta | None, datetime | None]:
    """A seat is asked: what is in its bank now, and its deadline. ``bank`` is None before its first asking."""
    if terms.kind == "none":
        return None, None
    if terms.kind == "turn":
        return None, after(now, terms.turn, rest)
    bank = min(terms.cap, (terms.reserve if bank is None else bank) + terms.added)
    return bank, after(now, bank, rest)


def stop(terms: Terms, bank: timedelta | None, since: datetime, now: datetime, rest: Rest) -> timedelta | None:
    """What is left in the bank of a seat whose clock ran from ``since`` to ``now``, never below 0.

    To be called when the seat has decided and when the table is paused; ``since`` is when the clock last began to run.
    An extension is no part of the bank, so the deadline of a paused seat is kept by ``stand_still``.
    """
    if terms.kind != "bank" or bank is None:
        return None
    return max(NOTHING, bank - playing_time(since, now, rest))


def stand_still(deadline: datetime, now: datetime, rest: Rest) -> timedelta:
    """A table is paused: the playing time that a seat has left."""
    return playing_time(now, deadline, rest)


def go_on(left: timedelta, now: datetime, rest: Rest) -> datetime:
    """A table is resumed: the new deadline of a seat that had ``left``."""
    return after(now, left, rest)


def extend(deadline: datetime, by: timedelta, rest: Rest) -> datetime:
    """A later deadline, by so much playing time. For one that is over, hand in the time of the extension instead."""
    return after(deadline, by, rest)


def short_of(terms: Terms, left: timedelta) -> bool:
    """Whether so little is left of a turn's time that a list of tables should say so."""
    return left < min((terms.turn if terms.kind == "turn" else terms.reserve) / 4, LONGEST_LEAD)


def remind_at(deadline: datetime, asked_at: datetime) -> datetime:
    """When to remind: a quarter of the time (by the wall) before the deadline, at most a day before it.

    ``asked_at`` is when the clock last began to run, or when the deadline was last moved.
    """
    deadline = _utc(deadline)
    return deadline - min(max(NOTHING, deadline - _utc(asked_at)) / 4, LONGEST_LEAD)


def last_call(deadline: datetime, asked_at: datetime, minutes: int) -> datetime | None:
    """When to remind for the last time, so many minutes before the deadline; None if never.

    Never is ``minutes`` 0, and a time that is not at least ten minutes after the first reminder.
    """
    at = _utc(deadline) - minutes * MINUTE
    if not minutes or at < remind_at(deadline, asked_at) + REMINDERS_APART:
        return None
    return at


@dataclass(frozen=True)
class Agreement:
    """Everything about time that binds whoever sits down.

    ``absence``: what a missed deadline brings when no free miss is left: ``computer`` (one sits in), ``plain`` (the
    plainest legal moves are made) or ``lost`` (the seat). ``away``: what a vacation may do: ``pause`` the table, put in
    a ``computer`` or a ``friend``.
    """

    terms: Terms
    absence: str
    free_misses: int
    away: Collection[str]


def span_words(span: timedelta) -> str:
    """A length of time in whole days, hours or minutes: the largest unit in which it comes out even."""
    if span and not span % DAY:
        return ngettext("%(count)d day", "%(count)d days", span // DAY) % {"count": span // DAY}
    if not span % HOUR:
        return ngettext("%(count)d hour", "%(count)d hours", span // HOUR) % {"count": span // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", span // MINUTE) % {"count": span // MINUTE}


def pace_words(terms: Terms) -> str:
    """The pace in short, as lists show it."""
    if terms.kind == "none":
        return gettext("no time limit")
    if terms.kind == "turn":
        return _turn_words(terms.turn)
    spans = {"reserve": span_words(terms.reserve), "added": span_words(terms.added), "cap": span_words(terms.cap)}
    if not terms.added:
        return gettext("A reserve of %(reserve)s, nothing added") % spans
    return gettext("A reserve of %(reserve)s, %(added)s added each turn, never more than %(cap)s") % spans


def _turn_words(turn: timedelta) -> str:
    if turn % DAY:
        return ngettext("%(count)d hour a turn", "%(count)d hours a turn", turn // HOUR) % {"count": turn // HOUR}
    return ngettext("%(count)d day a turn", "%(count)d days a turn", turn // DAY) % {"count": turn // DAY}


def binding_words(agreed: Agreement) -> list[str]:
    """All that binds whoever sits down, in sentences, to be shown before that."""
    if agreed.terms.kind == "none":
        return [
            gettext("There is no time limit, and nobody is replaced for taking long."),
            *_away_words([way for way in agreed.away if way != "pause"]),
            gettext("Once the game runs, only all players together can cancel it, not the host alone."),
        ]
    return [
        _time_words(agreed.terms),
        *_standstill_words(agreed.terms),
        *_absence_words(agreed),
        *(_away_words(agreed.away) or [gettext("A vacation does not stop the clock at this table.")]),
        _consent_words(agreed),
    ]


def _consent_words(agreed: Agreement) -> str:
    if "pause" in agreed.away:
        return gettext(
            "Other than for a vacation, only all players together can pause a running game, give more time or cancel "
            "it, not the host alone."
        )
    return gettext(
        "Only all players together can pause a running game, give more time or cancel it, not the host alone."
    )


def _time_words(terms: Terms) -> str:
    if terms.kind == "turn":
        return gettext("Each turn may take %(time)s.") % {"time": span_words(terms.turn)}
    spans = {"reserve": span_words(terms.reserve), "added": span_words(terms.added), "cap": span_words(terms.cap)}
    if not terms.added:
        return gettext("Each player has %(reserve)s for all turns together; nothing is added.") % spans
    return (
        gettext(
            "Each player starts with a reserve of %(reserve)s, and each turn adds %(added)s, up to %(cap)s in all. "
            "Your turns use it up."
        )
        % spans
    )


def _standstill_words(terms: Terms) -> list[str]:
    weekends = (
        gettext("The clock stands still on Saturdays and Sundays, in each player’s own time zone.")
        if terms.weekends
        else gettext("The clock runs on weekends too.")
    )
    most = LONGEST_NIGHT // HOUR
    nights = (
        ngettext(
            "The clock stands still in each player’s own night hours, at most %(count)d hour a day.",
            "The clock stands still in each player’s own night hours, at most %(count)d hours a day.",
            most,
        )
        % {"count": most}
        if terms.nights
        else gettext("The clock runs at night too.")
    )
    return [weekends, nights]


def _absence_words(agreed: Agreement) -> list[str]:
    missed = {
        "computer": gettext("For whoever misses a deadline, a computer player sits in until they take the seat back."),
        "plain": gettext("For whoever misses a deadline, the plainest legal moves are made."),
        "lost": gettext("Whoever misses a deadline loses the seat, and somebody else may take it."),
    }
    missed_again = {
        "computer": gettext(
            "For whoever misses a deadline after that, a computer player sits in until they take the seat back."
        ),
        "plain": gettext("For whoever misses a deadline after that, the plainest legal moves are made."),
        "lost": gettext("Whoever misses a deadline after that loses the seat, and somebody else may take it."),
    }
    if not agreed.free_misses:
        return [missed[agreed.absence]]
    return [_free_words(agreed.free_misses), missed_again[agreed.absence]]


def _free_words(misses: int) -> str:
    return ngettext(
        "The first time a player misses a deadline, it moves by %(hours)d hours and nothing else happens.",
        "The first %(count)d times a player misses a deadline, it moves by %(hours)d hours and nothing else happens.",
        misses,
    ) % {"count": misses, "hours": GRACE // HOUR}


def _away_words(ways: Collection[str]) -> list[str]:
    sentences = {
        "pause": gettext("A player on vacation may pause the table."),
        "computer": gettext("A player on vacation may let a computer player sit in."),
        "friend": gettext("A player on vacation may let a friend sit in."),
    }
    return [sentence for way, sentence in sentences.items() if way in ways]

"""Calculation of the time that a seat has: pure functions, without database rows, settings or the current time.

*Playing time* is the time during which a player's clock runs. The clock stops exactly while the player's wall clock
shows one of their rest hours (their night, or all outside their playing hours) or a weekend day, so the night from 23
to 7 lasts seven real hours when daylight saving time begins in it, and nine when it ends. Datetimes must be aware, in
any zone; results are in UTC; a naive datetime raises `ValueError`.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext

from accounts.profile.night_hours import LONGEST_NIGHT

QUICK = timedelta(hours=1)
"""The longest time per turn in games that are played in one sitting."""

MAX_LEAD = timedelta(days=1)
MIN_REMINDER_GAP = timedelta(minutes=10)

NOTHING = timedelta()
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SATURDAY = 5
FOREVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class RestHours:
    """The times when a player's clock stops: weekends in ``zone``, and the local hours of the night (from, until).

    A night may include midnight; a night that ends when it begins is empty.
    """

    zone: ZoneInfo
    weekends: bool = False
    night: tuple[time, time] | None = None

    def covers(self, local: datetime) -> bool:
        """Return whether the clock is stopped while the wall clock shows ``local`` (naive)."""
        return (self.weekends and local.weekday() >= SATURDAY) or self._at_night(local.time())

    def _at_night(self, shown: time) -> bool:
        if self.night is None:
            return False
        from_, until = self.night
        return from_ <= shown < until if from_ <= until else not until <= shown < from_

    def next_border(self, local: datetime) -> datetime:
        """Return the first midnight, or start or end of a night, after ``local`` (naive)."""
        midnight = datetime.combine(local.date(), time()) + DAY
        borders = (datetime.combine(local.date(), edge) for edge in self.night or ())
        return min((border for border in borders if border > local), default=midnight)


USUAL_HOURS, USUAL_START = 12, 9
"""The playing hours a day whose first hour players choose, and that hour's default."""


def night_outside(begins: int, hours: int) -> tuple[time, time]:
    """Return the night of a day with so many playing hours, for a player whose ``USUAL_HOURS`` begin at ``begins``.

    Shorter and longer days have the same middle.
    """
    first = begins + (USUAL_HOURS - hours) // 2
    return time((first + hours) % 24), time(first % 24)


@dataclass(frozen=True)
class Terms:
    """A table's clock settings: the ``kind`` is "turn", "bank" or "none".

    With "turn", each turn has the playing time ``turn``. With "bank", a player starts with ``reserve``, and each turn
    adds ``added``, up to ``cap``. ``weekends`` and ``nights`` say whether the clock stops on weekends and at night.
    ``hours`` is the number of playing hours a day, outside which it stops, or 0; then ``nights`` has no effect.
    """

    kind: str
    turn: timedelta = NOTHING
    reserve: timedelta = NOTHING
    added: timedelta = NOTHING
    cap: timedelta = NOTHING
    weekends: bool = False
    nights: bool = False
    hours: int = 0

    def rest(self, zone: ZoneInfo, night: tuple[time, time] | None) -> RestHours:
        """Return a player's rest hours at this table, given the player's time zone and night at this table."""
        return RestHours(zone, self.weekends, night if self.nights or self.hours else None)


def _utc(moment: datetime) -> datetime:
    if moment.utcoffset() is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC)


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or NOTHING


def _offset_change(start: datetime, end: datetime, zone: ZoneInfo) -> datetime:
    """Return the first moment after ``start``, at most ``end``, at which the zone's offset has changed."""
    # Clocks are changed at whole seconds.
    low = start.replace(microsecond=0)
    seconds = range((end - low) // timedelta(seconds=1))
    before = _offset(low, zone)
    return low + timedelta(
        seconds=bisect_left(seconds, True, key=lambda after: _offset(low + timedelta(seconds=after), zone) != before)
    )


def _burning(start: datetime, end: datetime, rest: RestHours) -> Iterator[tuple[datetime, datetime]]:
    """Yield the intervals from ``start`` to ``end`` (UTC) in which the clock runs, in order."""
    while start < end:
        offset = _offset(start, rest.zone)
        local = (start + offset).replace(tzinfo=None)
        border = min(start + (rest.next_border(local) - local), end)
        # A border is at most a day away, and no zone changes its offset twice within a day.
        if _offset(border, rest.zone) != offset:
            border = _offset_change(start, border, rest.zone)
        if not rest.covers(local):
            yield start, border
        start = border


def playing_time(start: datetime, end: datetime, rest: RestHours) -> timedelta:
    """Return the playing time between two moments, or zero if ``end`` isn't after ``start``."""
    return sum((until - from_ for from_, until in _burning(_utc(start), _utc(end), rest)), NOTHING)


def after(start: datetime, span: timedelta, rest: RestHours) -> datetime:
    """Return the first moment at which ``span`` of playing time has passed since ``start``.

    Raise `ValueError` if ``span`` is negative.
    """
    if span < NOTHING:
        raise ValueError(f"can't go back by {-span}")
    moment = _utc(start)
    stretches = _burning(moment, FOREVER, rest)
    while span:
        from_, until = next(stretches)
        burnt = min(span, until - from_)
        moment, span = from_ + burnt, span - burnt
    return moment


def begin(terms: Terms, bank: timedelta | None) -> tuple[timedelta | None, timedelta | None]:
    """Return the seat's bank and the playing time for a new turn.

    Tables without a reserve have no bank (None), and tables without a clock have neither. ``bank`` is None before the
    first turn.
    """
    if terms.kind == "none":
        return None, None
    if terms.kind == "turn":
        return None, terms.turn
    bank = min(terms.cap, (terms.reserve if bank is None else bank) + terms.added)
    return bank, bank


def stop(terms: Terms, bank: timedelta | None, since: datetime, now: datetime, rest: RestHours) -> timedelta | None:
    """Return the remaining bank of a seat whose clock ran from ``since`` to ``now``, at least 0.

    Return None if the table has no bank. Call this when the turn ends and when the table is paused; ``since`` is the
    time when the clock last began to run. An extension is not part of the bank: ``pause`` computes the time left to the
    deadline.
    """
    if terms.kind != "bank" or bank is None:
        return None
    return max(NOTHING, bank - playing_time(since, now, rest))


def pause(deadline: datetime, now: datetime, rest: RestHours) -> timedelta:
    """Return the seat's remaining playing time, to be stored while its clock is paused."""
    return playing_time(now, deadline, rest)


def resume(left: timedelta, now: datetime, rest: RestHours) -> datetime:
    """Return the new deadline of a seat whose clock resumes with ``left``."""
    return after(now, left, rest)


def is_quick(terms: Terms) -> bool:
    """Return whether the game is played in one sitting: turns take minutes, too short for mails."""
    return terms.kind == "turn" and terms.turn < QUICK


def grace(terms: Terms) -> timedelta:
    """Return the playing time that a free miss or a vote adds, and that a returning player gets at least.

    It is a day, or all playing hours of a day; in quick games, it is the time for a turn.
    """
    if is_quick(terms):
        return terms.turn
    return terms.hours * HOUR if terms.hours else DAY


def is_short_of_time(terms: Terms, left: timedelta) -> bool:
    """Return whether so little of the turn's time is left that lists of tables highlight it."""
    return left < min((terms.turn if terms.kind == "turn" else terms.reserve) / 4, MAX_LEAD)


def remind_at(deadline: datetime, since: datetime, rest: RestHours) -> datetime:
    """Return the time for the first reminder: a quarter of the time, at most a day, before the deadline.

    ``since`` is the time when the clock last began to run, or when the deadline was last moved. The time is real time
    except the rest hours of each day, so no reminder comes in them; weekends count.
    """
    if _utc(deadline) <= _utc(since):
        return _utc(deadline)
    awake = replace(rest, weekends=False)
    quarter = playing_time(since, deadline, awake) / 4
    return max(_before(deadline, quarter, since, awake), _utc(deadline) - MAX_LEAD)


def last_reminder_at(deadline: datetime, since: datetime, rest: RestHours, minutes: int) -> datetime | None:
    """Return the time for the last reminder, ``minutes`` before the deadline, not counting the rest hours of a day.

    Return None if ``minutes`` is 0, or if the first reminder is less than ten minutes earlier.
    """
    at = _before(deadline, minutes * MINUTE, since, replace(rest, weekends=False))
    if not minutes or at < remind_at(deadline, since, rest) + MIN_REMINDER_GAP:
        return None
    return at


def _before(deadline: datetime, lead: timedelta, since: datetime, rest: RestHours) -> datetime:
    """Return the moment at which only ``lead`` is left of the playing time from ``since`` to the deadline."""
    return after(since, max(NOTHING, playing_time(since, deadline, rest) - lead), rest)


@dataclass(frozen=True)
class Agreement:
    """The rules about time that players accept by joining.

    ``absence`` is the consequence of a missed deadline once no free misses are left: "computer" (a computer
    substitutes), "plain" (the simplest legal moves are made) or "lost" (the seat is lost). ``away`` has the options
    for vacations: "pause" (of the table), or "computer" or "friend" as substitute.
    """

    terms: Terms
    absence: str
    free_misses: int
    away: Collection[str]


def duration_label(span: timedelta) -> str:
    """Return a duration in whole days, hours or minutes, in the largest unit that divides it."""
    if span and not span % DAY:
        return ngettext("%(count)d day", "%(count)d days", span // DAY) % {"count": span // DAY}
    if not span % HOUR:
        return ngettext("%(count)d hour", "%(count)d hours", span // HOUR) % {"count": span // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", span // MINUTE) % {"count": span // MINUTE}


def pace_label(terms: Terms) -> str:
    """Return the pace as a short text, for lists."""
    if terms.kind == "none":
        return gettext("no time limit")
    if terms.kind == "turn":
        return _turn_label(terms.turn)
    spans = {
        "reserve": duration_label(terms.reserve),
        "added": duration_label(terms.added),
        "cap": duration_label(terms.cap),
    }
    if not terms.added:
        return gettext("A reserve of %(reserve)s, nothing added") % spans
    return gettext("A reserve of %(reserve)s, %(added)s added each turn, never more than %(cap)s") % spans


def _turn_label(turn: timedelta) -> str:
    if turn % HOUR:
        return ngettext("%(count)d minute a turn", "%(count)d minutes a turn", turn // MINUTE) % {
            "count": turn // MINUTE
        }
    if turn % DAY:
        return ngettext("%(count)d hour a turn", "%(count)d hours a turn", turn // HOUR) % {"count": turn // HOUR}
    return ngettext("%(count)d day a turn", "%(count)d days a turn", turn // DAY) % {"count": turn // DAY}


def agreement_sentences(agreed: Agreement) -> list[str]:
    """Return the rules about time that players accept by joining, as sentences to be shown before they join."""
    if agreed.terms.kind == "none":
        return [
            gettext("No time limit: nobody loses their seat for being slow."),
            *_vacation_sentences([kind for kind in agreed.away if kind != "pause"]),
            gettext("Once the game is running, only all players together can cancel it."),
        ]
    return [
        _time_sentence(agreed.terms),
        *_rest_sentences(agreed.terms),
        *_absence_sentences(agreed),
        *(_vacation_sentences(agreed.away) or [gettext("Vacations don’t stop the clock at this table.")]),
        _consent_sentence(agreed),
    ]


def _consent_sentence(agreed: Agreement) -> str:
    if "pause" in agreed.away:
        return gettext(
            "Except for vacations, only all players together can pause a running game, give more time or cancel it."
        )
    return gettext("Only all players together can pause a running game, give more time or cancel it.")


def _time_sentence(terms: Terms) -> str:
    if terms.kind == "turn":
        return gettext("Each turn may take %(time)s.") % {"time": duration_label(terms.turn)}
    spans = {
        "reserve": duration_label(terms.reserve),
        "added": duration_label(terms.added),
        "cap": duration_label(terms.cap),
    }
    if not terms.added:
        return gettext("Each player has %(reserve)s for the whole game; nothing is added.") % spans
    return (
        gettext(
            "Each player starts with a reserve of %(reserve)s, and each turn adds %(added)s, up to %(cap)s in all. "
            "Your turns use it up."
        )
        % spans
    )


def _rest_sentences(terms: Terms) -> list[str]:
    weekends = (
        gettext("Saturdays and Sundays don’t count, in each player’s own time zone.")
        if terms.weekends
        else gettext("The clock runs on weekends too.")
    )
    most = LONGEST_NIGHT // HOUR
    if terms.hours:
        return [weekends, hours_sentence(terms.hours)]
    nights = (
        ngettext(
            "Each player’s own night hours don’t count, at most %(count)d hour a day.",
            "Each player’s own night hours don’t count, at most %(count)d hours a day.",
            most,
        )
        % {"count": most}
        if terms.nights
        else gettext("The clock runs at night too.")
    )
    return [weekends, nights]


def hours_sentence(hours: int) -> str:
    """Return the sentence about playing hours, with the usual ones."""
    until, from_ = night_outside(USUAL_START, hours)
    return ngettext(
        "The clock runs %(count)d hour a day, usually from %(from)s to %(until)s where each player lives. Everyone can "
        "move their own hours.",
        "The clock runs %(count)d hours a day, usually from %(from)s to %(until)s where each player lives. Everyone "
        "can move their own hours.",
        hours,
    ) % {"count": hours, "from": f"{from_:%H:%M}", "until": f"{until:%H:%M}"}


def _absence_sentences(agreed: Agreement) -> list[str]:
    missed = {
        "computer": gettext("If you miss a deadline, a computer plays for you until you return."),
        "plain": gettext("If you miss a deadline, the simplest legal moves are made for you."),
        "lost": gettext("If you miss a deadline, you lose your seat and someone else may take it."),
    }
    missed_again = {
        "computer": gettext("If you then miss another deadline, a computer plays for you until you return."),
        "plain": gettext("If you then miss another deadline, the simplest legal moves are made for you."),
        "lost": gettext("If you then miss another deadline, you lose your seat and someone else may take it."),
    }
    if not agreed.free_misses:
        return [missed[agreed.absence]]
    return [_free_misses_sentence(agreed), missed_again[agreed.absence]]


def _free_misses_sentence(agreed: Agreement) -> str:
    return ngettext(
        "The first time you miss a deadline, you get %(hours)d more hours and nothing else happens.",
        "The first %(count)d times you miss a deadline, you get %(hours)d more hours and nothing else happens.",
        agreed.free_misses,
    ) % {"count": agreed.free_misses, "hours": grace(agreed.terms) // HOUR}


def _vacation_sentences(away: Collection[str]) -> list[str]:
    sentences = {
        "pause": gettext("On vacation you can pause the table."),
        "computer": gettext("On vacation you can let a computer play for you."),
        "friend": gettext("On vacation you can let a friend play for you."),
    }
    return [sentence for kind, sentence in sentences.items() if kind in away]

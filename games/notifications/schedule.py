"""When a notice may go out: quiet hours and the daily digest, on the wall clock of the person. Pure functions."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from accounts.models import User
from games.models import When

DAY = timedelta(days=1)


def due(user: User, when: str, now: datetime, deadline: datetime | None) -> tuple[datetime, bool]:
    """When something that happens ``now`` is to be sent, and whether it waits for company in one message.

    A ``deadline`` that would pass while it waits breaks the digest and the silence. All moments are aware.
    """
    at = next_digest(user, now) if when == When.DIGEST else now
    at = quiet_until(user, at) or at
    if at == now or (deadline is not None and deadline <= at):
        return now, False
    return at, True


def next_digest(user: User, now: datetime) -> datetime:
    """The first time after ``now`` that it is the person's hour of the digest, in UTC."""
    today = now.astimezone(user.zone).date()
    moments = (_moment(user, today + ahead, time(user.digest_hour)) for ahead in (timedelta(), DAY))
    return next(moment for moment in moments if moment > now)


def quiet_until(user: User, moment: datetime) -> datetime | None:
    """The end of the quiet time that ``moment`` falls into, in UTC; None if it falls into none.

    A quiet time belongs to the day on which it begins. One that ends when it begins is none.
    """
    begin, end = user.quiet_from, user.quiet_until
    if begin is None or end is None or begin == end:
        return None
    today = moment.astimezone(user.zone).date()
    for day in (today - DAY, today):
        last = day if begin < end else day + DAY
        if day.weekday() in user.quiet_days and _moment(user, day, begin) <= moment < _moment(user, last, end):
            return _moment(user, last, end)
    return None


def _moment(user: User, day: date, shown: time) -> datetime:
    """The moment at which the person's clock shows this; one that the clocks skip is as much later."""
    return datetime.combine(day, shown, user.zone).astimezone(UTC)

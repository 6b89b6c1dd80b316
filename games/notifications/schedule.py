"""Pure functions for the time at which to send a notice: quiet hours and the daily digest, in the user's local time."""

from datetime import UTC, date, datetime, time, timedelta

from accounts.models import User
from games.models import DeliveryTiming

DAY = timedelta(days=1)


def due(user: User, when: str, now: datetime, deadline: datetime | None) -> tuple[datetime, bool]:
    """Return the time at which to send a notice of an event happening ``now``, and whether to batch it with others.

    A ``deadline`` before that time overrides the digest and the quiet hours. All datetimes are aware.
    """
    at = next_digest(user, now) if when == DeliveryTiming.DIGEST else now
    at = quiet_until(user, at) or at
    if at == now or (deadline is not None and deadline <= at):
        return now, False
    return at, True


def next_digest(user: User, now: datetime) -> datetime:
    """Return the next time of the user's digest after ``now``, in UTC."""
    today = now.astimezone(user.zone).date()
    moments = (_moment(user, today + ahead, time(user.digest_hour)) for ahead in (timedelta(), DAY))
    return next(moment for moment in moments if moment > now)


def quiet_until(user: User, moment: datetime) -> datetime | None:
    """Return the end of the quiet hours that contain ``moment``, in UTC, or None outside quiet hours.

    Quiet hours belong to the day on which they begin. If begin and end are equal, there are no quiet hours.
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
    """Convert a local date and time of the user to UTC.

    A local time that daylight saving skips is shifted by the length of the gap.
    """
    return datetime.combine(day, shown, user.zone).astimezone(UTC)

"""Zones, nights and time spans for tests of the clock, and a simple reference implementation."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import strategies as st

from games.clock import RestHours, Terms

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
NOTHING = timedelta()

STOCKHOLM = ZoneInfo("Europe/Stockholm")
CHICAGO = ZoneInfo("America/Chicago")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
KATHMANDU = ZoneInfo("Asia/Kathmandu")
APIA = ZoneInfo("Pacific/Apia")
LIMA = ZoneInfo("America/Lima")

NIGHT = (time(23), time(7))
BY_TURN = Terms("turn", turn=2 * DAY)
BY_BANK = Terms("bank", reserve=3 * DAY, added=12 * HOUR, cap=5 * DAY)
NO_CLOCK = Terms("none")

CHANGES = [
    (STOCKHOLM, datetime(2026, 3, 29, 1, tzinfo=UTC)),
    (STOCKHOLM, datetime(2026, 10, 25, 1, tzinfo=UTC)),
    (CHICAGO, datetime(2026, 3, 8, 8, tzinfo=UTC)),
    (CHICAGO, datetime(2026, 11, 1, 7, tzinfo=UTC)),
    (LORD_HOWE, datetime(2026, 4, 4, 15, tzinfo=UTC)),
    (LORD_HOWE, datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    (APIA, datetime(2011, 12, 30, 10, tzinfo=UTC)),
    (ZoneInfo("Africa/Casablanca"), datetime(2026, 2, 15, 2, tzinfo=UTC)),
    (ZoneInfo("America/Havana"), datetime(2026, 3, 8, 5, tzinfo=UTC)),
    (KATHMANDU, datetime(2026, 3, 29, 1, tzinfo=UTC)),
    (LIMA, datetime(2026, 3, 29, 1, tzinfo=UTC)),
]
ZONES = sorted(available_timezones() - {"localtime"})


def at(zone: ZoneInfo, day: date, hour: int, minute: int = 0, fold: int = 0) -> datetime:
    """Return the moment at which the wall clock of ``zone`` shows this time (with ``fold``, the second such moment)."""
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone, fold=fold)


@st.composite
def nights(draw: st.DrawFn) -> tuple[time, time] | None:
    if not draw(st.integers(0, 3)):
        return None
    begins, lasts = draw(st.integers(0, 24 * 60 - 1)), draw(st.integers(0, 16 * 60))
    return tuple(time(*divmod(minute % (24 * 60), 60)) for minute in (begins, begins + lasts))


def moments() -> st.SearchStrategy[datetime]:
    return st.datetimes(datetime(1995, 1, 1), datetime(2037, 1, 1), timezones=st.just(UTC))


def around(change: datetime) -> st.SearchStrategy[datetime]:
    return st.timedeltas(-2 * DAY, 2 * DAY).map(lambda apart: change + apart)


@st.composite
def places(draw: st.DrawFn) -> tuple[RestHours, datetime]:
    """Draw a player's nights off and a moment: in any zone at any time, or close to a DST change."""
    weekends, night = draw(st.booleans()), draw(nights())
    if draw(st.booleans()):
        zone, change = draw(st.sampled_from(CHANGES))
        return RestHours(zone, weekends, night), draw(around(change))
    return RestHours(ZoneInfo(draw(st.sampled_from(ZONES))), weekends, night), draw(moments())


spans = st.timedeltas(NOTHING, 14 * DAY)


def burns_at(moment: datetime, rest: RestHours) -> bool:
    """Return whether the clock runs at this local time, according to the reference implementation."""
    local = moment.astimezone(rest.zone)
    if rest.weekends and local.strftime("%a") in ("Sat", "Sun"):
        return False
    if rest.night is None or rest.night[0] == rest.night[1]:
        return True
    shown, (from_, until) = local.time().replace(fold=0), rest.night
    if from_ < until:
        return not from_ <= shown < until
    return until <= shown < from_

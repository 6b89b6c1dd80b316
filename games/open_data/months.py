"""Months in UTC, one per open data file; a month is represented by the date of its first day."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

_LABEL = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])", re.ASCII)

SETTLES = timedelta(days=7)
"""The delay between a month's end and its file, in which players of the last games can still opt out."""


def read(label: str) -> date | None:
    """Return the month with a label such as 2026-10, or None if the label is invalid."""
    found = _LABEL.fullmatch(label)
    return date(int(found[1]), int(found[2]), 1) if found else None


def month_of(moment: datetime) -> date:
    return moment.astimezone(UTC).date().replace(day=1)


def after(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def bounds(month: date) -> tuple[datetime, datetime]:
    """Return the beginning of the month and of the next month."""
    begins, ends = (datetime(each.year, each.month, 1, tzinfo=UTC) for each in (month, after(month)))
    return begins, ends


def is_settled(month: date, now: datetime) -> bool:
    """Return whether the month's file may be written."""
    return bounds(month)[1] + SETTLES <= now


def settled_since(month: date, now: datetime) -> Iterator[date]:
    """Yield the settled months from ``month`` on: those whose files may be written."""
    while is_settled(month, now):
        yield month
        month = after(month)

"""The moderators' queue and the closed cases. Appeals come first, because a suspended user may be waiting."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games import moderation
from games.models import Appeal, Report
from games.moderation.answers import unanswered
from games.moderation.bundles import by_person

A_PAGE, MOST_DONE = 50, 1000

OPEN, MINE, NEW, DONE = "open", "mine", "new", "done"
SHOWN = {
    OPEN: pgettext_lazy("reports", "Open"),
    MINE: pgettext_lazy("reports", "Mine"),
    NEW: pgettext_lazy("reports", "By new accounts"),
    DONE: pgettext_lazy("reports", "Done"),
}


NEWCOMER = timedelta(days=7)

_ALONG = ("by", "action__by")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the list: an appeal, or the worst report about a user.

    ``reports`` is the number of open reports about the user, ``reporters`` the number of users who sent them. ``at`` is
    when the report or appeal was created or, in the list of closed cases, decided.
    """

    url: str
    at: datetime | None
    report: Report | None = None
    appeal: Appeal | None = None
    reporters: int = 1
    reports: int = 1

    def is_of(self, moderator: User) -> bool:
        return self.report is not None and self.report.taken_by_id == moderator.pk

    @property
    def is_by_newcomer(self) -> bool:
        """Whether this is a report by an account that was new at the time."""
        return self.report is not None and self.report.created_at - self.report.by.date_joined < NEWCOMER

    @property
    def is_open(self) -> bool:
        return self.report is not None and self.report.state == Report.State.OPEN

    @property
    def is_free(self) -> bool:
        return self.report is None or self.report.taken_by_id is None


def waiting(moderator: User) -> list[Entry]:
    """Return the open entries, one for all reports about a user.

    Leave out reports about this moderator, who must not learn who reported them.
    """
    appeals = unanswered().select_related(*_ALONG).order_by("created_at", "pk")
    reports = [report for report in moderation.waiting() if report.about_id != moderator.pk]
    return [
        *(_appeal(appeal, appeal.created_at) for appeal in appeals),
        *(_case(rows) for rows in by_person(reports)),
    ]


def _case(rows: list[Any]) -> Entry:
    """Return one entry for the open reports about a user, sorted worst first; its time is that of the oldest report."""
    at, reporters = min(row.created_at for row in rows), len({row.by_id for row in rows})
    return replace(_report(rows[0], at), reporters=reporters, reports=len(rows))


def chosen(entries: list[Entry], shown: str, moderator: User) -> list[Entry]:
    if shown == MINE:
        return [each for each in entries if each.is_of(moderator)]
    if shown == NEW:
        return [each for each in entries if each.is_by_newcomer]
    return entries


def done(moderator: User, number: Any) -> Page[Any]:
    """Return a page of closed reports (except those about this moderator) and answered appeals, newest first."""
    closed = Report.objects.filter(state=Report.State.CLOSED).exclude(about=moderator)
    answered = Appeal.objects.exclude(state=Appeal.State.OPEN)
    # Two queries, each on its index: PostgreSQL would sort all rows of a union.
    ended = [*_latest(closed, "report", "closed_at"), *_latest(answered, "appeal", "answered_at")]
    page: Page[Any] = Paginator(sorted(ended, key=_Ended.order, reverse=True)[:MOST_DONE], A_PAGE).get_page(number)
    page.object_list = _entries(list(page.object_list))
    return page


class _Ended(NamedTuple):
    what: str
    key: int
    at: datetime | None

    def order(self) -> tuple[bool, datetime | None, int]:
        """Return a sort key that treats rows without a time as the latest, as PostgreSQL does."""
        return self.at is None, self.at, self.key


def _latest(rows: QuerySet[Any], what: str, ended: str) -> list[_Ended]:
    found = rows.order_by(f"-{ended}", "-pk").values_list(ended, "pk")[:MOST_DONE]
    return [_Ended(what, key, at) for at, key in found]


def _entries(ended: list[_Ended]) -> list[Entry]:
    reports = Report.objects.select_related("about", "by", "game", "message").in_bulk(
        [each.key for each in ended if each.what == "report"]
    )
    appeals = Appeal.objects.select_related(*_ALONG).in_bulk([each.key for each in ended if each.what == "appeal"])
    return [
        _report(reports[each.key], each.at) if each.what == "report" else _appeal(appeals[each.key], each.at)
        for each in ended
    ]


def about(person: User, moderator: User) -> list[Entry]:
    """Return the latest reports about a user, open and closed, or an empty list if this moderator is the user."""
    if person == moderator:
        return []
    along = ("about", "by", "game", "message", "taken_by", "closed_by")
    reports = Report.objects.filter(about=person).select_related(*along)
    return [_report(report, report.created_at) for report in reports.order_by("-pk")[:A_PAGE]]


def _appeal(appeal: Appeal, at: datetime | None) -> Entry:
    return Entry(reverse("admin:games_appeal_change", args=[appeal.pk]), at, appeal=appeal)


def _report(report: Report, at: datetime | None) -> Entry:
    url = reverse("admin:games_report_change", args=[report.pk])
    return Entry(url, at, report)


def after(decided: Report | Appeal, moderator: User) -> str:
    """Return the URL of the first other case that is free or assigned to this moderator, or the URL of the queue."""
    for each in waiting(moderator):
        if decided not in (each.report, each.appeal) and (each.is_free or each.is_of(moderator)):
            return each.url
    return reverse("admin:games_report_changelist")

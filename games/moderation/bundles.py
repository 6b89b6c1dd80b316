"""Bundles: the open reports about one user, which a moderator reads and decides as one case."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Incident, Player, Report
from games.moderation import reports
from games.moderation.reports import WORST_FIRST, Category, subject_key

MOST_SUBJECTS = 9
"""The maximum number of reported messages, names and behaviours in a bundle; the next case has the others."""


def bundle(report: Report, by: User) -> list[Report]:
    """Return the other open reports that are decided with ``report``, worst first.

    Return an empty list if ``report`` is closed. Leave out reports from games in which the moderator ``by`` plays or
    played: another moderator has to decide them.
    """
    if report.state != Report.State.OPEN:
        return []
    rows = (
        open_about(report.about)
        .exclude(pk=report.pk)
        .select_related("by", "about", "game", "message__user", "taken_by")
    )
    found = sorted(rows, key=_severity)
    conflicts = _games_with_part({row.game_id for row in found} - {None, report.game_id}, by)
    allowed = [row for row in found if row.game_id not in conflicts]
    kept = list(dict.fromkeys(map(subject_key, [report, *allowed])))[:MOST_SUBJECTS]
    return [row for row in allowed if subject_key(row) in kept]


def open_about(person: User) -> QuerySet[Report]:
    return Report.objects.filter(about=person, state=Report.State.OPEN)


def waiting_cases(moderator: User) -> int:
    """Return the number of users with open reports, not counting this moderator."""
    rows = Report.objects.filter(state=Report.State.OPEN).exclude(about=moderator)
    return rows.order_by().values("about").distinct().count()


def _severity(report: Report) -> tuple[int, int]:
    return WORST_FIRST.index(Category(report.category)), report.pk


def _games_with_part(games: Collection[int | None], user: User) -> set[int | None]:
    """Return the games in which ``user`` or their computer player has or had a part, in two queries."""
    if not games:
        return set()
    seats = Player.objects.filter(Q(user=user) | Q(user__owner=user) | Q(friend=user) | Q(lost_by=user), game__in=games)
    kind = Incident.Kind
    was = Q(kind=kind.FRIEND, details__friend=user.pk) | Q(kind=kind.LOST, details__loser=user.pk)
    incidents = Incident.objects.filter(was, game__in=games).order_by()
    return {*seats.values_list("game", flat=True), *incidents.values_list("game", flat=True)}


def lock_bundle(report: Report, by: User, keys: Collection[int]) -> list[Report]:
    """Lock the user and the chosen reports of the bundle with their duplicates, and return those still open.

    ``keys`` are the chosen reports. A report filed since the moderator opened the page is not among them, so it stays
    open.
    """
    reports.lock_account(report.about)
    chosen = [row for row in bundle(report, by) if row.pk in keys]
    duplicates = [row.pk for each in chosen for row in reports.open_duplicates(each)]
    locked = open_about(report.about).filter(pk__in=[*duplicates, *(row.pk for row in chosen)])
    return list(locked.select_for_update(of=("self",)).select_related("by", "message", "game").order_by("pk"))


def by_person(rows: Iterable[Any]) -> list[list[Any]]:
    """Group reports by the user they are about, in the order of each user's first report."""
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.about_id, []).append(row)
    return list(found.values())

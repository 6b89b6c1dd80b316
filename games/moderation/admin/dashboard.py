"""The first page of the back office: counts of items that wait for staff, the next cases, and links to all lists.

Each count includes only items that the staff user may see; most link to the list of these items.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.staff import error_counter
from games.models import Delivery, Game, Hint, Notice, Player
from games.moderation.admin import queue
from games.moderation.admin.outbox_health import DAY, standing_still
from games.moderation.answers import unanswered
from games.moderation.bundles import waiting_cases

WEEK = timedelta(days=7)
PATIENCE = timedelta(minutes=10)
"""The age from which due rows count as stuck; a sweep that has not run for this long counts as stopped."""


NEXT = 5

GROUPS = (
    (
        gettext_lazy("People"),
        ("accounts.user", "account.emailaddress", "auth.group", "games.vacation", "accounts.program"),
    ),
    (
        gettext_lazy("Moderation"),
        ("games.report", "games.moderationaction", "games.hint", "games.message"),
    ),
    (
        gettext_lazy("Tables"),
        ("games.game", "games.player", "games.move", "games.card", "games.tile", "games.vote", "games.incident"),
    ),
    (gettext_lazy("Results"), ("games.rating", "games.ratingchange")),
    (gettext_lazy("E-mail and notifications"), ("games.notice", "games.delivery")),
)
"""The lists of the back office by subject. Any other list is grouped under its app's name."""


class Tile(NamedTuple):
    """A number with a link to its list; ``number`` is None if it is currently unknown.

    ``urgent`` marks a number that should be 0. ``url`` is empty if there is no list: errors, for example, are only
    logged.
    """

    label: str
    number: int | None
    url: str
    urgent: bool = False


def tiles(user: User) -> list[Tile]:
    """Return the tiles that this staff member may see, in about twelve queries."""
    now = timezone.now()
    return [tile for each in [_reports, _hints, _games, _outbox, _people] for tile in each(user, now)]


def _reports(user: User, now: datetime) -> Iterator[Tile]:
    if not user.has_perm("games.view_report"):
        return
    url = listed("games_report")
    yield Tile(_("Cases waiting"), waiting_cases(user), url, urgent=True)
    if user.has_perm("games.view_appeal"):
        yield Tile(_("Appeals waiting"), unanswered().count(), url, urgent=True)


def _hints(user: User, now: datetime) -> Iterator[Tile]:
    if user.has_perm("games.view_hint"):
        open_ones = Hint.objects.filter(expires_at__gt=now, aside_at=None)
        count = open_ones.exclude(Q(about=user) | Q(other=user, other__isnull=False)).count()
        yield Tile(_("Signs of unfair play"), count, listed("games_hint"))


def _games(user: User, now: datetime) -> Iterator[Tile]:
    if not user.has_perm("games.view_game"):
        return
    late = Player.objects.filter(deadline__lt=now).aggregate(games=Count("game", distinct=True))["games"]
    yield Tile(_("Late games"), late, listed("games_game", late="yes"), urgent=True)
    opened = Game.objects.filter(opened_at__gte=now - DAY).count()
    since = listed("games_game", opened_at__gte=(now - DAY).isoformat())
    yield Tile(_("Tables opened in the last day"), opened, since)


def _outbox(user: User, now: datetime) -> Iterator[Tile]:
    if not user.has_perm("games.view_delivery"):
        return
    stuck, overdue = reverse("admin:games_delivery_stuck"), Q(due_at__lte=now - PATIENCE)
    waiting = Notice.objects.filter(overdue, state=Notice.State.PENDING).count()
    waiting += Delivery.objects.filter(overdue, state=Delivery.State.PENDING).count()
    yield Tile(_("Stuck notifications"), waiting, stuck, urgent=True)
    failed = Delivery.objects.filter(state=Delivery.State.FAILED, due_at__gte=now - DAY).count()
    only = {"state__exact": Delivery.State.FAILED.value, "due_at__gte": (now - DAY).isoformat()}
    yield Tile(_("Notifications that failed in the last day"), failed, listed("games_delivery", **only), urgent=True)
    yield Tile(_("Regular tasks that have stopped"), len(standing_still(now - PATIENCE)), stuck, urgent=True)
    yield Tile(_("Errors in the log in the last day"), error_counter.errors_last_day(), "", urgent=True)


def _people(user: User, now: datetime) -> Iterator[Tile]:
    if not user.has_perm("accounts.view_user"):
        return
    for label, span in ((_("New people in the last day"), DAY), (_("New people in the last week"), WEEK)):
        came = User.objects.filter(is_active=True, date_joined__gte=now - span).count()
        since = {"is_active__exact": "1", "date_joined__gte": (now - span).isoformat()}
        yield Tile(label, came, listed("accounts_user", **since))


def at_hand(user: User) -> list[tuple[str, str]]:
    lists = [
        ("games.view_report", _("Reports I’ve taken"), listed("games_report", show=queue.MINE)),
        ("games.view_report", _("Reports by new accounts"), listed("games_report", show=queue.NEW)),
        ("games.view_report", _("Decisions so far"), listed("games_report", show=queue.DONE)),
        ("games.view_moderationaction", _("All decisions"), listed("games_moderationaction")),
        ("games.view_hint", _("Signs of unfair play, set aside"), listed("games_hint", aside="yes")),
        ("games.view_game", _("Running games"), listed("games_game", status__exact="running")),
        ("games.view_game", _("Tables waiting for players"), listed("games_game", status__exact="open")),
        ("games.view_message", _("Latest messages"), listed("games_message")),
        ("games.view_delivery", _("Stuck notifications"), reverse("admin:games_delivery_stuck")),
        ("accounts.view_user", _("Guests"), listed("accounts_user", is_guest__exact="1")),
    ]
    return [(label, url) for right, label, url in lists if user.has_perm(right)]


class ListLink(NamedTuple):
    """A link to a list of rows. ``add_url`` is the page for adding a row, or empty if the user may not add rows."""

    label: str
    url: str
    add_url: str


def grouped(apps: Sequence[dict[str, Any]]) -> list[tuple[str, list[ListLink]]]:
    """Group the lists of ``apps``, Django's list of the apps that the user may see, as in ``GROUPS``."""
    lists: dict[str, ListLink] = {}
    rest: list[tuple[str, list[str]]] = []
    for app in apps:
        keys = [f"{app['app_label']}.{model['object_name'].lower()}" for model in app["models"]]
        links = [ListLink(model["name"], model["admin_url"] or "", model["add_url"] or "") for model in app["models"]]
        lists |= dict(zip(keys, links, strict=True))
        rest.append((app["name"], keys))
    placed = {key for _name, keys in GROUPS for key in keys}
    groups = [*GROUPS, *((name, [key for key in keys if key not in placed]) for name, keys in rest)]
    found = [(str(name), [lists[key] for key in keys if key in lists]) for name, keys in groups]
    return [(name, links) for name, links in found if links]


def next_for(user: User) -> list[queue.Entry]:
    """Return the first cases of the queue that are not assigned to others.

    Return an empty list if the user can't see reports.
    """
    if not user.has_perm("games.view_report"):
        return []
    return [each for each in queue.waiting(user) if each.is_free or each.is_of(user)][:NEXT]


class Standstill(NamedTuple):
    """The number of regular tasks that have stopped, and their earliest last run (None if one has never run)."""

    number: int
    since: datetime | None


def standstill(user: User) -> Standstill | None:
    """Return a summary of the regular tasks that have stopped.

    Return None if all tasks run, or if the user can't see deliveries.
    """
    if not user.has_perm("games.view_delivery") or not (still := standing_still(timezone.now() - PATIENCE)):
        return None
    return Standstill(len(still), None if None in still else min(at for at in still if at is not None))


def listed(model: str, **query: str) -> str:
    url = reverse(f"admin:{model}_changelist")
    return f"{url}?{urlencode(query)}" if query else url

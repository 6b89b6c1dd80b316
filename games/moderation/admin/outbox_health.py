"""A summary of stuck notices and deliveries for staff. Each count reads only pending rows or those of the last day."""

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Max, Min, Q
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Delivery, DeliveryChannel, Heartbeat, Notice
from games.models.notifications import translated
from games.moderation.admin.read_only import ReadOnly

DAY = timedelta(days=1)
SWEEPS = ("games.sweep", "games.sweep_deadlines")
MOST = 50


class Stuck(ReadOnly):
    """The base of ``DeliveryAdmin`` that adds the page of stuck rows."""

    def get_urls(self) -> list[URLPattern]:
        page = path("stuck/", self.admin_site.admin_view(self.outbox_health), name="games_delivery_stuck")
        return [page, *super().get_urls()]

    def outbox_health(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        now = timezone.now()
        context = {
            "title": _("Stuck notifications"),
            "now": now,
            "sweeps": _sweeps(),
            "unhanded": _due_notices(now),
            "channels": _channels(now),
            "errors": _errors(now),
            "troubled": User.objects.exclude(mail_trouble="").order_by("username")[:MOST],
        }
        return self.page(request, "outbox_health", context)


def _sweeps() -> dict[str, datetime | None]:
    beats = dict(Heartbeat.objects.values_list("task", "last_run_at"))
    return {task: beats.get(task) for task in SWEEPS}


def standing_still(since: datetime) -> list[datetime | None]:
    """Return the last run of each sweep that has not run since ``since``, or None if it has never run."""
    return [at for at in _sweeps().values() if at is None or at <= since]


def _due_notices(now: datetime) -> dict[str, Any]:
    due = Notice.objects.filter(state=Notice.State.PENDING, due_at__lte=now)
    return due.aggregate(count=Count("pk"), oldest=Min("due_at"))


def _channels(now: datetime) -> list[dict[str, Any]]:
    pending = Delivery.objects.filter(state=Delivery.State.PENDING).values("channel")
    waiting = {
        row["channel"]: row
        for row in pending.annotate(
            due=Count("pk", filter=Q(due_at__lte=now)),
            oldest=Min("due_at", filter=Q(due_at__lte=now)),
            retried=Count("pk", filter=Q(due_at__gt=now, tries__gt=0)),
        )
    }
    refused = Delivery.objects.filter(state=Delivery.State.FAILED, due_at__gte=now - DAY)
    failed = dict(refused.values_list("channel").annotate(Count("pk")))
    sent = Delivery.objects.filter(state=Delivery.State.SENT, sent_at__gte=now - DAY)
    last = dict(sent.values_list("channel").annotate(Max("sent_at")))
    return [
        {
            "channel": channel,
            "pending": waiting.get(channel, {}),
            "failed": failed.get(channel, 0),
            "last": last.get(channel),
        }
        for channel in DeliveryChannel
    ]


def _errors(now: datetime) -> list[dict[str, Any]]:
    troubled = Q(state=Delivery.State.PENDING, tries__gt=0) | Q(state=Delivery.State.FAILED, due_at__gte=now - DAY)
    rows = Delivery.objects.filter(troubled).exclude(error="").values("channel", "error")
    most = rows.annotate(count=Count("pk"), latest=Max("due_at")).order_by("-count", "error")[:MOST]
    return [row | {"channel": DeliveryChannel(row["channel"]).label, "error": translated(row["error"])} for row in most]

"""The outbox for staff: notices and their deliveries, and an action that resends deliveries."""

from django.contrib import admin
from django.contrib.messages import SUCCESS
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import localized_date
from games.models import Delivery, Game, Notice
from games.moderation.admin.outbox_health import Stuck
from games.moderation.admin.read_only import ReadOnly, ReadOnlyInline


class DeliveryInline(ReadOnlyInline):
    model = Delivery
    fields = ["channel", "state", "due_at", "sent_at", "tries", "problem"]

    @admin.display(description=_("last error"))
    def problem(self, delivery: Delivery) -> str:
        return delivery.problem


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    list_display = ["kind", "user", "game", "state", "due_at", "created_at"]
    list_filter = ["state", "kind", "due_at"]
    list_select_related = ["user", "game"]
    search_fields = ["=game__public_id", "game__name", "user__username", "user__display_name"]
    search_tables, search_people = ("game",), ("user",)
    fields = ["user", "kind", "game", "fate", "created_at"]
    readonly_fields = ["fate"]
    inlines = [DeliveryInline]

    @admin.display(description=_("what happens next"))
    def fate(self, notice: Notice) -> str:
        when = {"when": localized_date(notice.due_at, "d MMM y, HH:mm")}
        match Notice.State(notice.state):
            case Notice.State.PENDING:
                return gettext("It waits until %(when)s.") % when
            case Notice.State.DONE:
                return gettext("It was due on %(when)s and is sent through the channels listed below.") % when
            case Notice.State.DROPPED:
                return gettext("It was no longer needed, so nothing was sent.")


@admin.register(Delivery)
class DeliveryAdmin(Stuck):
    verbs = ("view", "change")
    list_display = ["notice", "table", "channel", "when", "state", "due_at", "tries", "sent_at", "problem"]
    list_filter = ["state", "channel", "when", "batched", "notice__kind", "due_at"]
    list_select_related = ["notice__game", "notice__user"]
    search_fields = ["=notice__game__public_id", "notice__game__name", "user__username", "address", "error"]
    search_tables, search_people = ("notice__game",), ("user",)
    search_help_text = _("Name of a person or table, address of a table or an e-mail, or words from an error")
    fields = [
        "notice",
        "table",
        "channel",
        "target",
        "when",
        "batched",
        "state",
        "due_at",
        "tries",
        "problem",
        "response",
        "address",
        "sent_at",
    ]
    readonly_fields = ["table", "problem"]
    actions = ["send_again"]

    @admin.display(description=_("game"))
    def table(self, delivery: Delivery) -> Game | str:
        return delivery.notice.game or "–"

    @admin.display(description=_("last error"), ordering="error")
    def problem(self, delivery: Delivery) -> str:
        return delivery.problem

    def has_send_permission(self, request: HttpRequest) -> bool:
        """Return whether the user has the permission to change deliveries, which only allows resending them."""
        return request.user.has_perm("games.change_delivery")

    @admin.action(description=_("Send again now"), permissions=["send"])
    def send_again(self, request: HttpRequest, deliveries: QuerySet[Delivery]) -> None:
        """Mark the deliveries as pending again; the next sweep sends those that are still relevant."""
        again = list(deliveries)
        Delivery.objects.filter(pk__in=[delivery.pk for delivery in again]).update(
            state=Delivery.State.PENDING, due_at=timezone.now(), sent_at=None, error="", tries=0, batched=False
        )
        for delivery in again:
            self.log_change(request, delivery, "Send again now")
        told = ngettext("%(count)d notification is due now.", "%(count)d notifications are due now.", len(again))
        self.message_user(request, told % {"count": len(again)}, SUCCESS)

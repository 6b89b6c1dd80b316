"""Chat messages, which moderators can read and open cases about."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.access.guards import current_user
from games import moderation, play
from games.models import Game, Message, Report
from games.moderation import rights
from games.moderation.admin.read_only import ReadOnly
from games.play.core.seen_hands import games_with_part


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """Messages as posted. To remove one, a moderator opens a case, so that the log has the reason."""

    list_display = ["text", "user", "game", "room", "sent_at"]
    list_filter = ["room", "sent_at"]
    list_select_related = ["game", "user"]
    search_fields = ["=game__public_id", "game__name", "=user__username", "text"]
    search_tables, search_people = ("game",), ("user",)
    search_help_text = _("Words from a message, name of a person or table, or address of a table")
    fields = ["game", "room", "user", "sent_at", "text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        """Exclude spectators' messages from games that keep secrets and in which the staff user has a part."""
        secret = games_with_part(current_user(request), game__status__in=Game.KEEP_SECRETS)
        return super().get_queryset(request).exclude(room=Message.Room.GALLERY, game__in=secret)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [path("<int:pk>/case/", wrap(self.case), name="games_message_case"), *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        return super().render_change_form(request, context | {"categories": Report.Category.choices}, *args, **kwargs)

    @method_decorator(require_POST)
    def case(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Report the message in the moderator's name; redirect to the case or, if that is refused, to the message."""
        if not self.has_view_permission(request) or not request.user.has_perm(rights.MODERATE):
            raise PermissionDenied
        message = self.get_queryset(request).filter(pk=pk).first()
        if message is None or message.user is None:
            raise Http404
        try:
            report = moderation.file_report(
                current_user(request), message.user, request.POST.get("category", ""), "", message=message
            )
        except play.Refused as refused:
            messages.error(request, str(refused.message))
            return redirect("admin:games_message_change", pk)
        return redirect("admin:games_report_change", report.pk)

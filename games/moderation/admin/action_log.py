"""The log of moderators' actions. Moderators can read and search it, and reverse actions as far as possible."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access.guards import current_user
from accounts.i18n.collation import by_shown_name
from accounts.models import User
from games import moderation, play
from games.models import ModerationAction
from games.moderation.admin.decision import ReviewForm
from games.moderation.admin.read_only import ReadOnly


class ModeratorFilter(admin.SimpleListFilter):
    """A filter by moderator, listing staff users who have taken at least one action."""

    title = _("moderator")
    parameter_name = "by"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        actions = ModerationAction.objects.filter(by=OuterRef("pk")).order_by()
        acted = User.objects.filter(Exists(actions), is_staff=True)
        return [(person.username, person.shown_name) for person in by_shown_name(acted)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ModerationAction]) -> QuerySet[ModerationAction]:
        return queryset.filter(by__username=self.value()) if self.value() else queryset


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnly):
    list_display = ["kind", "number", "about", "by", "reason", "game", "created_at", "taken_back"]
    list_display_links = ["kind", "number"]
    list_filter = ["kind", ModeratorFilter, "created_at"]
    list_select_related = ["about", "by", "game", "undone_by"]
    search_fields = ["=about__username", "about__display_name", "=by__username", "reason", "=game__public_id"]
    search_help_text = _("Name of a person or moderator, words from the reason, or address of a table")
    search_tables, search_people = ("game",), ("about", "by")

    @admin.display(description=_("number"), ordering="pk")
    def number(self, action: ModerationAction) -> int:
        return action.pk

    @admin.display(description=_("taken back"), boolean=True)
    def taken_back(self, action: ModerationAction) -> bool:
        return hasattr(action, "undone_by")

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Show one action, or reverse it on POST."""
        action = self._action(request, object_id)
        if request.method != "POST":
            return self._show(request, action, ReviewForm(action.about))
        form = ReviewForm(action.about, request.POST)
        if not form.is_valid():
            return self._show(request, action, form, 422)
        try:
            data = form.cleaned_data
            undone = moderation.take_back(current_user(request), action, data["reason"], words=data["words"])
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
            return self._show(request, self._action(request, object_id), form, refused.status)
        if undone.details["restored"]:
            messages.success(request, gettext("Taken back."))
        else:
            messages.warning(request, gettext("Taken back, but not everything could be restored."))
        return redirect("admin:games_moderationaction_change", action.pk)

    def _action(self, request: HttpRequest, pk: str) -> ModerationAction:
        related = ("about", "by", "game", "report", "undoes", "undone_by__by", "appeal")
        action: ModerationAction = self.row_or_404(request, pk, *related)
        return action

    def _show(
        self, request: HttpRequest, action: ModerationAction, form: ReviewForm, status: int = 200
    ) -> HttpResponse:
        context = {
            "title": str(action),
            "action": action,
            "final": moderation.why_final(action),
            "form": form,
        }
        return self.page(request, "action", context, status)

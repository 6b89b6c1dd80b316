"""The page of an appeal, for moderators: the decision, the appellant's text, and the form for the answer."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.guards import current_user
from accounts.models import User
from games import moderation, play
from games.models import Appeal
from games.moderation.admin import case, queue
from games.moderation.admin.consequences import consequences
from games.moderation.admin.decision import AnswerForm
from games.moderation.admin.read_only import ReadOnly
from games.moderation.appeals import check_may_answer


@admin.register(Appeal)
class AppealAdmin(ReadOnly):
    """The page of each appeal. The list of reports includes the appeals."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return False, because the list of reports contains the appeals."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("admin:games_report_changelist")

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Show the appeal, or answer it on POST."""
        appeal = self._appeal(request, object_id)
        if request.method != "POST":
            return self._show(request, appeal, AnswerForm(appeal.by))
        form = AnswerForm(appeal.by, request.POST)
        if not form.is_valid():
            return self._show(request, appeal, form, 422)
        data, by = form.cleaned_data, current_user(request)
        try:
            moderation.submit_answer(by, appeal, data["answer"] == form.GRANT, data["reason"], words=data["words"])
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
            return self._show(request, self._appeal(request, object_id), form, refused.status)
        messages.success(request, _("The appeal is answered."))
        return redirect(queue.after(appeal, by))

    def get_urls(self) -> list[URLPattern]:
        undo = path("<int:pk>/undo/", self.admin_site.admin_view(self.undo), name="games_appeal_undo")
        return [undo, *super().get_urls()]

    @method_decorator(require_POST)
    def undo(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Undo the moderator's answer, and show the appeal."""
        appeal = self._appeal(request, str(pk))
        try:
            moderation.undo_answer(current_user(request), appeal)
        except play.Refused as refused:
            form = AnswerForm(appeal.by)
            return self._show(request, appeal, form, refused.status, refusal=str(refused.message))
        messages.success(request, _("Undone. Answer again whenever you like."))
        return redirect("admin:games_appeal_change", pk)

    def _appeal(self, request: HttpRequest, pk: str) -> Appeal:
        report = (
            "action__report__by",
            "action__report__about",
            "action__report__game",
            "action__report__message__user",
        )
        related = ("by", "pending_answer__by", "action__about", "action__by", "action__game", *report)
        appeal: Appeal = self.row_or_404(request, pk, *related)
        return appeal

    def _reported(self, appeal: Appeal, by: User) -> dict[str, Any]:
        """Return the reported message with the messages around it, unless ``by`` may not read the report."""
        report = appeal.action.report
        if report is None or case.is_sealed(report, by) or (message := case.reported_message(report)) is None:
            return {}
        return {"reported": message.pk, "conversation": case.messages_around(report, message)}

    def _show(
        self, request: HttpRequest, appeal: Appeal, form: AnswerForm, status: int = 200, refusal: str = ""
    ) -> HttpResponse:
        by, action = current_user(request), appeal.action
        context = {
            **self._reported(appeal, by),
            "title": _("Appeal %(number)s") % {"number": appeal.pk},
            "appeal": appeal,
            "pending": getattr(appeal, "pending_answer", None) if appeal.state == Appeal.State.OPEN else None,
            "refusal": refusal,
            "action": action,
            "is_own": action.by == by,
            "known": case.known([appeal.by]),
            "notes": case.notes_on(appeal.by),
            "entries": queue.waiting(by),
            "form": form,
            "consequences": consequences(action),
            "hindrance": case.hindrance(lambda: check_may_answer(by, action)),
        }
        return self.page(request, "appeal", context, status)

"""Reports for moderators: lists of open and closed cases, and a page for each case with the form for its decision."""

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access.guards import current_user
from accounts.models import User
from games import moderation, play
from games.models import Report, StaffNote
from games.moderation import rights
from games.moderation.admin import case, people, queue
from games.moderation.admin.decision import CaseForm, DecisionForm, decide
from games.moderation.admin.read_only import ReadOnly
from games.moderation.admin.search import find
from games.moderation.bundles import bundle
from games.moderation.undo import undo_decision


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """The list of reports and their pages.

    Both name the moderator who works on a report; other moderators may take it over.
    """

    also_asked = ("view_staffnote", "add_staffnote")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("open/", wrap(self.open), name="games_report_open"),
            path("find/", wrap(require_safe(find)), name="games_report_find"),
            path("<int:pk>/take/", wrap(self.take), name="games_report_take"),
            path("<int:pk>/note/", wrap(self.note), name="games_report_note"),
            path("<int:pk>/undo/", wrap(self.undo), name="games_report_undo"),
            path("people/<str:username>/", wrap(require_safe(self.person)), name="games_report_person"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the open cases or a selection of them, or the closed cases."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        shown, by = request.GET.get("show", queue.OPEN), current_user(request)
        waiting = queue.waiting(by)
        context = {
            "title": _("Reports, worst first"),
            "show": shown if shown in queue.SHOWN else queue.OPEN,
            "choices": queue.SHOWN,
            "page": queue.done(by, request.GET.get("page")) if shown == queue.DONE else None,
            "entries": queue.chosen(waiting, shown, by),
            "open": len(waiting),
        }
        return self.page(request, "queue", context)

    def person(self, request: HttpRequest, username: str) -> HttpResponse:
        """Show a user's desk: who they are, reports about them, decisions, notes, and signs of unfair play."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        # PostgreSQL rejects NUL in queries.
        person = User.objects.filter(username=username).first() if username.isprintable() else None
        if person is None:
            raise Http404
        context = {"title": person.shown_name, **people.shown(person, current_user(request))}
        return self.page(request, "person", context)

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Show the case, or decide it on POST."""
        report = self._report(request, object_id)
        if request.method != "POST":
            return self._case(request, report)
        form = DecisionForm(report, request.POST, bundle(report, current_user(request)))
        if not form.is_valid():
            return self._case(request, report, form, 422)
        try:
            decide(current_user(request), form)
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
            return self._case(request, self._report(request, object_id), form, refused.status)
        return redirect(queue.after(report, current_user(request)))

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def open(self, request: HttpRequest) -> HttpResponse:
        """Show the form for a case without a report, prefilled from the query string; on POST, open the case."""
        if not self.has_view_permission(request) or not request.user.has_perm(rights.MODERATE):
            raise PermissionDenied
        form = CaseForm(request.POST if request.method == "POST" else None, initial=request.GET.dict())
        status = 422 if form.errors else 200
        if form.is_valid():
            data = form.cleaned_data
            try:
                by, words = current_user(request), data["words"]
                made = moderation.file_report(by, data["who"], data["category"], words, game=data["table"])
            except play.Refused as refused:
                form.add_error(None, str(refused.message))
                status = refused.status
            else:
                return redirect("admin:games_report_change", made.pk)
        return self.page(request, "open", {"title": _("Open a case"), "form": form}, status)

    @method_decorator(require_POST)
    def take(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Assign the case to the moderator. The field ``over`` takes it over from another moderator."""
        report = self._report(request, pk)
        try:
            moderation.take(report, current_user(request), over="over" in request.POST)
        except play.Refused as refused:
            return self._case(request, self._report(request, pk), None, refused.status, refusal=str(refused.message))
        return redirect("admin:games_report_change", pk)

    @method_decorator(require_POST)
    def undo(self, request: HttpRequest, pk: int) -> HttpResponse:
        report = self._report(request, pk)
        try:
            restored = undo_decision(current_user(request), report)
        except play.Refused as refused:
            return self._case(request, self._report(request, pk), None, refused.status, refusal=str(refused.message))
        if restored:
            messages.success(request, _("Undone. Decide again whenever you like."))
        else:
            messages.warning(request, _("Taken back, but not everything could be restored."))
        return redirect("admin:games_report_change", pk)

    @method_decorator(require_POST)
    def note(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not request.user.has_perm("games.add_staffnote"):
            raise PermissionDenied
        report, text = self._report(request, pk), request.POST.get("text", "").strip()
        if case.is_sealed(report, current_user(request)):
            raise PermissionDenied
        if not 0 < len(text) <= StaffNote.LENGTH or "\0" in text:
            refusal = _("A note can have 1 to %(limit)d characters.") % {"limit": StaffNote.LENGTH}
            return self._case(request, report, None, 422, refusal=refusal, noted=text)
        StaffNote.objects.create(about=report.about, by=current_user(request), text=text)
        return redirect("admin:games_report_change", pk)

    def _report(self, request: HttpRequest, pk: Any) -> Report:
        related = ("about", "by", "game", "message__user", "taken_by", "closed_by")
        report: Report = self.row_or_404(request, pk, *related)
        return report

    def _case(
        self, request: HttpRequest, report: Report, form: DecisionForm | None = None, status: int = 200, **extra: Any
    ) -> HttpResponse:
        by = current_user(request)
        others = bundle(report, by)
        decides = partial(rights.require, by, rights.MODERATE, about=report.about, game=report.game)
        context = {
            **case.shown(report, by, others),
            "title": _("Report %(number)s") % {"number": report.pk},
            "report": report,
            "entries": queue.waiting(by),
            "form": form or DecisionForm(report, None, others),
            "hindrance": case.hindrance(decides),
            **extra,
        }
        return self.page(request, "case", context, status)

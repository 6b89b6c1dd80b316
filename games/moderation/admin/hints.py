"""Hints of unfair play. Moderators can read the evidence, open a case, or dismiss the hint."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.access.guards import current_user
from games.models import Hint, Report
from games.moderation import rights
from games.moderation.admin.read_only import ReadOnly
from games.moderation.fairplay import descriptions


class OpenFilter(admin.SimpleListFilter):
    """A filter that shows open hints by default, and dismissed ones on request."""

    title = pgettext_lazy("hints", "state")
    parameter_name = "aside"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [("yes", gettext_lazy("set aside"))]

    def choices(self, changelist: Any) -> Any:
        """Return Django's choices, with open hints instead of all hints as the default."""
        first, *rest = super().choices(changelist)
        return [{**first, "display": pgettext_lazy("hints", "open")}, *rest]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Hint]) -> QuerySet[Hint]:
        return queryset.filter(aside_at__isnull=self.value() != "yes")


class AsideForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Why it’s harmless"), max_length=Hint.REASON, widget=forms.Textarea(attrs={"rows": 3})
    )


@admin.register(Hint)
class HintAdmin(ReadOnly):
    """Hints about unusual patterns; moderators don't see hints about themselves."""

    list_display = ["__str__", "created_at", "expires_at"]
    list_filter = [OpenFilter, "kind"]
    list_select_related = ["about", "other"]
    search_fields = ["about__username", "about__display_name", "other__username", "other__display_name"]
    search_people = ("about", "other")
    ordering = ["-created_at", "-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hint]:
        """Exclude expired hints, and hints about the viewer."""
        me = current_user(request)
        rows = super().get_queryset(request).filter(expires_at__gt=timezone.now())
        return rows.exclude(Q(about=me) | Q(other=me, other__isnull=False)).select_related("about", "other", "aside_by")

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Show the hint, or dismiss it on POST."""
        hint = self.row_or_404(request, object_id, "about")
        if request.method != "POST":
            return self._show(request, hint, AsideForm())
        if not request.user.has_perm(rights.MODERATE):
            raise PermissionDenied
        form = AsideForm(request.POST)
        if not form.is_valid():
            return self._show(request, hint, form, 422)
        if not self._put_aside(request, hint, form.cleaned_data["reason"]):
            form.add_error(None, _("Somebody else has set this aside in the meantime."))
            return self._show(request, self.get_queryset(request).get(pk=hint.pk), form, 409)
        messages.success(request, _("Set aside until it expires. If it goes on, it comes back after that."))
        return redirect("admin:games_hint_changelist")

    def _put_aside(self, request: HttpRequest, hint: Hint, reason: str) -> bool:
        facts = {"aside_at": timezone.now(), "aside_by": current_user(request), "reason": reason}
        if not Hint.objects.filter(pk=hint.pk, aside_at=None).update(**facts):
            return False
        self.log_change(request, hint, reason)
        return True

    def _show(self, request: HttpRequest, hint: Hint, form: AsideForm, status: int = 200) -> HttpResponse:
        context = {
            "title": hint.get_kind_display(),
            "hint": hint,
            "people": [person for person in (hint.about, hint.other) if person is not None],
            "evidence": descriptions.sentences(hint),
            "games": hint.games.order_by("-pk"),
            "case": _case(hint),
            "form": form,
        }
        return self.page(request, "hint", context, status)


def _case(hint: Hint) -> str:
    stalls = hint.kind == Hint.Kind.STALLING
    category = Report.Category.STALLING if stalls else Report.Category.UNFAIR
    words = " ".join(descriptions.sentences(hint))[: Report.LENGTH]
    facts = {"who": hint.about.username, "category": category, "words": words}
    return f"{reverse('admin:games_report_open')}?{urlencode(facts)}"

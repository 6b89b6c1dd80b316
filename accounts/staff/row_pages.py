"""The admin page of a row: its heading, its fields side by side, and the name of its kind in lists."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext


class RowPages(admin.ModelAdmin):
    singular: Any = ""
    plural: Any = ""
    """The plural of the rows' name, if it differs from the model's."""

    says_itself: tuple[str, ...] = ()
    """Columns whose values need no label on a phone, in addition to choices and mail addresses."""

    verbs: tuple[str, ...] = ("view", "change", "add", "delete")
    """The permissions that have an effect in this admin; others are not offered."""

    also_asked: tuple[str, ...] = ()
    """Further permissions that these pages check, for models without an admin."""

    def heading(self, row: Any) -> str:
        return getattr(row, "name", "") or str(row)

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Any = None,
    ) -> HttpResponse:
        """Show the page of a row with its heading and a single save button."""
        context |= {"show_save_and_add_another": False, "show_save_and_continue": False, "plural": self.plural}
        if obj is not None:
            context |= {"subtitle": self.heading(obj), "title": capfirst(self.singular or self.opts.verbose_name)}
        return super().render_change_form(request, context, add, change, form_url, obj)

    def get_action_choices(self, request: HttpRequest, default_choices: Any = None) -> list[tuple[str, str]]:
        """Return the actions for several rows, with the word "choose" first instead of dashes."""
        return super().get_action_choices(request, [("", gettext("choose"))])

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        groups = super().get_fieldsets(request, obj)
        return [(heading, {**group, "classes": ("facts", *group.get("classes", ()))}) for heading, group in groups]

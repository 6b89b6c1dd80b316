"""People, for staff."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, SetUnusablePasswordMixin
from django.contrib.auth.models import Group, Permission
from django.db.models import QuerySet
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.departure import depart
from accounts.models import User

VERBS = {"add": _("Add"), "change": _("Change"), "delete": _("Delete"), "view": _("View")}


def right_in_words(right: Permission) -> str:
    """What somebody with this right may do; its name in the database is English whoever reads it."""
    if (model := right.content_type.model_class()) is None:
        return right.name
    options = model._meta
    what = dict(options.permissions).get(right.codename) or VERBS[right.codename.partition("_")[0]]
    return f"{options.app_config.verbose_name} | {options.verbose_name} | {what}"


class RightsField(ModelMultipleChoiceField):
    """Rights to choose from, in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        return right_in_words(obj)


class RightsInWords(admin.ModelAdmin):
    """Forms in which rights are given."""

    def formfield_for_manytomany(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        """Rights by what they mean."""
        if db_field.remote_field.model is Permission:
            kwargs["form_class"] = RightsField
        return super().formfield_for_manytomany(db_field, request, **kwargs)


class PasswordByStaffForm(AdminPasswordChangeForm):
    """Django puts a hint of it together before it knows who reads it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (field := self.fields.get("usable_password")) is not None:
            field.help_text = format_html(
                '{}<ul id="id_unusable_warning" class="messagelist"><li class="warning">{}</li></ul>',
                SetUnusablePasswordMixin.usable_password_help_text,
                gettext("If disabled, the current password for this user will be lost."),
            )


@admin.register(User)
class PersonAdmin(RightsInWords, UserAdmin):
    """Find somebody, see when they were here, change what they may."""

    change_password_form = PasswordByStaffForm
    list_display = [
        "username",
        "display_name",
        "email",
        "is_guest",
        "is_active",
        "is_staff",
        "last_login",
        "date_joined",
    ]
    list_filter = ["is_guest", "is_active", "is_staff", "date_joined"]
    filter_horizontal = ()  # plain lists: screen readers get lost between the two boxes
    search_fields = ["username", "display_name", "email"]
    date_hierarchy = "date_joined"
    ordering = ["-date_joined"]
    readonly_fields = ["last_login", "date_joined", "is_guest"]
    fieldsets = [
        (None, {"fields": ["username", "password", "is_guest"]}),
        (_("Person"), {"fields": ["display_name", "email"]}),
        (_("Preferences"), {"fields": ["language", "time_zone", "theme", "hand_in_mail"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Deleting somebody here is the same as their own going: their seats are given back first."""
        depart(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            depart(person)


admin.site.unregister(Group)


@admin.register(Group)
class RightsAdmin(RightsInWords, GroupAdmin):
    """Groups of staff and what they may."""

    filter_horizontal = ()

"""People, for staff."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.departure import depart
from accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Find somebody, see when they were here, change what they may."""

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
class RightsAdmin(GroupAdmin):
    """Groups of staff and what they may."""

    filter_horizontal = ()

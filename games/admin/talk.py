"""What is said at tables, for moderators: read, and taken away if need be."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.guarded import ReadOnly
from games.models import Message
from games.talk import remove


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """Messages as they were said. Django's own log keeps who removed which, and how it began."""

    list_display = ["text", "user", "game", "at"]
    list_filter = ["at"]
    list_select_related = ["game", "user"]
    search_fields = ["=game__table", "game__name", "=user__username", "text"]
    date_hierarchy = "at"
    ordering = ["-pk"]
    fields = ["game", "user", "at", "text"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who has been given this right may remove messages."""
        return request.user.has_perm("games.delete_message")

    def delete_model(self, request: HttpRequest, obj: Message) -> None:
        """Remove one; open pages hear of it."""
        remove(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        """Remove several."""
        for message in queryset:
            remove(message)

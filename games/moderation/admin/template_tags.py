"""For the first page of the back office."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib import admin
from django.http import HttpRequest

from accounts.auth.guards import current_user
from accounts.staff import saved_lists
from games.moderation.admin import dashboard as numbers

register = template.Library()


@register.inclusion_tag("admin/_dashboard.html")
def dashboard(request: HttpRequest) -> dict[str, Any]:
    """The dashboard's tiles, its lists, and the user's saved lists."""
    user = current_user(request)
    return {
        "request": request,
        "tiles": numbers.tiles(user),
        "at_hand": numbers.at_hand(user),
        "own": saved_lists.shortcuts(admin.site, request),
    }

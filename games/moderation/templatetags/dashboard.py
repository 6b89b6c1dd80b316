"""Template tags for the first page and the header of the back office."""

from datetime import timedelta
from math import ceil
from typing import Any

from django import template
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from accounts.access.guards import current_user
from accounts.staff import saved_lists
from games.moderation import rights
from games.moderation.admin import dashboard as numbers
from games.moderation.admin import navigation
from games.moderation.undo import UNDO_TIME, last_decision

register = template.Library()


@register.inclusion_tag("admin/_dashboard.html")
def dashboard(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the first page: the numbers, the next cases, the lists, and the user's saved lists."""
    user = current_user(request)
    tiles = numbers.tiles(user)
    return {
        "request": request,
        "alarms": [tile for tile in tiles if tile.urgent],
        "house": [tile for tile in tiles if not tile.urgent],
        "entries": numbers.next_for(user),
        "standstill": numbers.standstill(user),
        "reads_reports": user.has_perm("games.view_report"),
        "at_hand": numbers.at_hand(user),
        "own": saved_lists.shortcuts(admin.site, request),
        "groups": numbers.grouped(admin.site.get_app_list(request)),
    }


@register.inclusion_tag("admin/_nav.html")
def staff_nav(request: HttpRequest) -> dict[str, Any]:
    return {"links": navigation.links(request)}


@register.inclusion_tag("admin/games/report/_undo.html", takes_context=True)
def undo_offer(context: Any) -> dict[str, Any]:
    """Return the moderator's last decision about a case if it can still be undone, with the minutes left."""
    user = current_user(context["request"])
    action = last_decision(user) if user.has_perm(rights.MODERATE) else None
    if action is None:
        return {}
    left = action.created_at + UNDO_TIME - timezone.now()
    return {"action": action, "minutes": ceil(left / timedelta(minutes=1)), "request": context["request"]}

"""Template tags for the first page and the header of the back office."""

from datetime import datetime, timedelta
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
from games.moderation.answers import last_answer
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
    """Return what the moderator decided last, about a case or an appeal, if it can be undone, with the minutes left."""
    user = current_user(context["request"])
    if not user.has_perm(rights.MODERATE):
        return {}
    action, answer = last_decision(user), last_answer(user)
    if action is not None and (answer is None or answer.due_at < action.created_at + UNDO_TIME):
        return {"action": action, "minutes": _minutes_until(action.created_at + UNDO_TIME)}
    return {"answer": answer, "minutes": _minutes_until(answer.due_at)} if answer is not None else {}


def _minutes_until(moment: datetime) -> int:
    return ceil((moment - timezone.now()) / timedelta(minutes=1))

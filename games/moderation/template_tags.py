"""Filters for pages about decisions."""

from __future__ import annotations

from datetime import datetime

from django import template

from games.models import ModerationAction
from games.moderation import decisions

register = template.Library()


@register.filter
def ends_at(action: ModerationAction) -> datetime | None:
    """When the consequences of the action expire; None if they do not."""
    return decisions.ends_at(action)

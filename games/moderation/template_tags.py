"""For pages about what moderators did."""

from __future__ import annotations

from datetime import datetime

from django import template

from games.models import Act
from games.moderation import decisions

register = template.Library()


@register.filter
def ends_at(act: Act) -> datetime | None:
    """When what the act has brought ends by itself; None if it does not."""
    return decisions.ends_at(act)

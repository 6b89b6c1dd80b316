"""Template filters for pages about reports and decisions."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

from games.moderation.decisions import ends_at
from games.moderation.explanations import explanation

register = template.Library()
register.filter(ends_at)
register.filter(explanation)


@register.filter
def lasting(since: datetime | None) -> str:
    """Return the time since ``since`` in words, or an empty string for None and for less than a minute."""
    return timesince(since) if since is not None and timezone.now() - since >= timedelta(minutes=1) else ""

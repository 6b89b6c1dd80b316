"""Filters for pages about reports and decisions."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

from games.models import ModerationAction
from games.moderation import decisions, explanations

register = template.Library()


@register.filter
def ends_at(action: ModerationAction) -> datetime | None:
    """Return the time when the consequences of the action expire; None if they do not."""
    return decisions.ends_at(action)


@register.filter
def explanation(action: ModerationAction) -> str:
    """Return the explanation of the action that its user reads."""
    return explanations.explanation(action)


@register.filter
def lasting(since: datetime | None) -> str:
    """Return the age of the time in words; empty within the first minute."""
    return timesince(since) if since is not None and timezone.now() - since >= timedelta(minutes=1) else ""

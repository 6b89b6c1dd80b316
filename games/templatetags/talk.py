"""For what people write to each other: shown as they wrote it, with links that can be followed."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.html import urlize
from django.utils.safestring import SafeString, mark_safe

from games.models import Message

register = template.Library()


@register.filter
def last_key(messages: Sequence[Message]) -> int:
    """The key of the newest of them; 0 of none."""
    return max((message.pk for message in messages), default=0)


@register.filter
def spoken(text: str) -> SafeString:
    """Plain text as HTML: escaped, with addresses in it as links that pass on nothing of ours."""
    # Quotes in the text are escaped, so that this can only be an attribute that urlize has written.
    linked = urlize(text, nofollow=True, autoescape=True)
    return mark_safe(linked.replace(' rel="nofollow"', ' rel="nofollow ugc noopener" target="_blank"'))

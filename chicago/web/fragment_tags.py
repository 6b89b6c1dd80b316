"""Tags with which a page, a Django template, shows what is in ``fragments/``."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context, engines
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def fragment(context: Context, name: str, **more: Any) -> SafeString:
    """Renders a fragment with the context of the page and ``more``."""
    shown: Any = context.flatten() | more
    return mark_safe(engines["jinja2"].get_template(name).render(shown, context.get("request")))


@register.simple_tag
def piece(file: str, name: str, **parameters: Any) -> SafeString:
    """Renders the macro of that name in a file of fragments, which knows these parameters alone."""
    found: Any = engines["jinja2"].get_template(file)
    return mark_safe(getattr(found.template.module, name)(**parameters))

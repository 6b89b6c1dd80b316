"""Tags with which Django's templates include Jinja's (``templates/fragments``)."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from django import template
from django.template import engines
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def fragment(context: Context, name: str, **more: Any) -> SafeString:
    """Renders a fragment with the context of the page, and with ``more``."""
    known = context.flatten() | more
    token = str(known.get("csrf_token", ""))
    known["csrf_input"] = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return SafeString(engines["fragments"].get_template(name).template.render(known))


@register.simple_tag
def piece(name: str, **parameters: Any) -> SafeString:
    """Renders the macro of ``table/_card.html``, which is named ``card``, with these parameters alone."""
    macros = engines["fragments"].get_template(name).template.module
    return SafeString(getattr(macros, PurePath(name).stem.removeprefix("_"))(**parameters))

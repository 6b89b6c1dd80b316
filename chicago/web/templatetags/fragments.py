"""Tags that include Jinja's templates (``templates/fragments``) in Django's."""

from pathlib import PurePath
from typing import Any

from django import template
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from jinja2 import Environment

register = template.Library()


@register.simple_tag(takes_context=True)
def fragment(context: Context, name: str, **more: Any) -> SafeString:
    """Render a fragment with the context of the page and ``more``."""
    known = context.flatten() | more
    token = str(known.get("csrf_token", ""))
    known["csrf_input"] = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return SafeString(_environment().get_template(name).render(known))


@register.simple_tag
def piece(name: str, **parameters: Any) -> SafeString:
    """Render the macro of a template, such as ``card`` of ``table/_card.html``, with only these parameters."""
    macros = _environment().get_template(name).module
    return SafeString(getattr(macros, PurePath(name).stem.removeprefix("_"))(**parameters))


def _environment() -> Environment:
    jinja: Jinja2 = engines["fragments"]  # type: ignore[assignment]  # as the settings have it
    environment: Environment = jinja.env
    return environment

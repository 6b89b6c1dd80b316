"""Template tags for whole pages."""

from html import unescape
from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.templatetags.static import static
from django.utils.crypto import salted_hmac

from accounts.models import User

register = template.Library()


@register.simple_tag
def user_marker(user: User) -> str:
    """Return a marker by which this site's scripts recognise the user, and which means nothing to others."""
    return salted_hmac("chicago.user_marker", str(user.pk)).hexdigest()[:16]


@register.inclusion_tag("layout/_link_preview.html", takes_context=True)
def link_preview(context: Context, description: str) -> dict[str, Any]:
    """Describe the page, under its own title, for search engines and for chats that show a link to it."""
    title = context.render_context[BLOCK_CONTEXT_KEY].get_block("title").render(context)
    return {
        "title": unescape(" ".join(title.split())),  # escaped again by the template, for an attribute
        "description": description,
        "url": f"{settings.SITE_URL}{context['request'].path}",
        "image": f"{settings.SITE_URL}{static('icon-512.png')}",
    }

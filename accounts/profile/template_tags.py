"""What the templates about people need: fields dressed as the style sheet wants them, the languages, where mails go."""

from __future__ import annotations

from pathlib import Path

from django import template
from django.conf import settings
from django.forms import BoundField
from django.utils.safestring import SafeString

from accounts.auth.user_agents import name_of
from accounts.mail import dev_mailbox
from accounts.profile.time_zones import current_place

register = template.Library()


@register.filter
def dressed(field: BoundField) -> SafeString:
    """The widget with the class of our fields, and without a placeholder that repeats the label."""
    return field.as_widget(attrs={"class": "field", "placeholder": False})


@register.filter
def browser(agent: str) -> str:
    """What a person would call the browser behind a User-Agent; empty if nobody can tell."""
    return name_of(agent)


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """The site's languages: code, and what each calls itself."""
    return list(settings.LANGUAGES)


@register.simple_tag
def zone_place() -> str:
    """The place after which the time zone is called in which this is told."""
    return current_place()


@register.simple_tag
def mail_folder() -> str:
    """The folder where mails lie, as far as anybody may know of it; empty where they are really sent."""
    return "/".join(Path(settings.EMAIL_FILE_PATH).parts[-2:]) if dev_mailbox.in_use() else ""

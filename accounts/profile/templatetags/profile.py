"""Template tags for account pages: form fields, faces, links to sign-in, languages, browsers, times, operator."""

from pathlib import Path

from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import context
from django import template
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.forms import BoundField
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.mail import dev_mailbox
from accounts.profile.faces import face_url
from accounts.profile.user_agents import name_of
from accounts.validators.time_zones import moment_with_zone

register = template.Library()
register.filter("browser_name", name_of)
register.filter(face_url)
register.filter(moment_with_zone)


@register.filter
def styled(field: BoundField) -> SafeString:
    """Render the widget with the site's class, without a placeholder that repeats the label."""
    return field.as_widget(attrs={"class": "field", "placeholder": False})


@register.simple_tag
def url_and_back(name: str) -> str:
    """Return the URL of a sign-in page, with the current page's redirect target."""
    return passthrough_next_redirect_url(context.request, reverse(name), REDIRECT_FIELD_NAME)


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return the codes and native names of the site's languages."""
    return list(settings.LANGUAGES)


@register.simple_tag
def operator() -> str:
    """Return the name and contact of the site's operator, or an empty string if not configured."""
    return str(settings.OPERATOR)


@register.simple_tag
def mail_folder() -> str:
    """Return the last two parts of the mail folder's path, or an empty string if mails are actually sent."""
    return "/".join(Path(settings.EMAIL_FILE_PATH).parts[-2:]) if dev_mailbox.in_use() else ""

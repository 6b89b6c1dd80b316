"""System checks of the URLs."""

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register
from django.urls import resolve


@register(Tags.urls)
def check_admin_path(**_options: Any) -> list[Error]:
    """Check that ADMIN_PATH leads to the admin. A page of the site at the same path would take precedence."""
    if resolve(f"/{settings.ADMIN_PATH}").view_name == "admin:index":
        return []
    return [Error(f"ADMIN_PATH is {settings.ADMIN_PATH}, where the site has a page already.", id="accounts.E001")]

"""What has to be right about the addresses, checked at every start."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register
from django.urls import resolve


@register(Tags.urls)
def back_office_is_nobody_elses(**_options: Any) -> list[Error]:
    """The admin is where ADMIN_PATH says: a page of the site at the same address would come first."""
    if resolve(f"/{settings.ADMIN_PATH}").view_name == "admin:index":
        return []
    return [Error(f"ADMIN_PATH is {settings.ADMIN_PATH}, where the site has a page already.", id="accounts.E001")]

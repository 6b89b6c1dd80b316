"""Template filters for localized texts: names of games, lists and dates."""

from datetime import date
from typing import Any

from django import template
from django.utils.translation import gettext

from accounts.i18n import dates, lists

register = template.Library()
register.filter("translated", gettext)
register.filter(dates.iso_datetime)


@register.filter
def join_list(names: list[Any]) -> str:
    return lists.join_list([str(name) for name in names])


@register.filter
def localized_date(moment: date | None, pattern: str) -> str:
    return dates.localized_date(moment, pattern) if moment else ""

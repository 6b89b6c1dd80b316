"""The chosen order of the cards in a hand: the query parameter ``sort``, remembered in a cookie."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.profile.preference_cookies import remember

COOKIE = f"{settings.COOKIE_PREFIX}hand-order"
_ORDER = re.compile(r"[a-z]{1,12}")


def hand_order(request: HttpRequest) -> dict[str, str]:
    """Return the order as a query parameter, from the address or the cookie, or an empty dictionary."""
    order = request.GET.get("sort") or request.COOKIES.get(COOKIE, "")
    return {"sort": order} if _ORDER.fullmatch(order) else {}


def remember_hand_order(request: HttpRequest, response: HttpResponse) -> None:
    """Store the order from the address, if any, in the cookie."""
    order = request.GET.get("sort", "")
    if _ORDER.fullmatch(order):
        remember(response, COOKIE, order)

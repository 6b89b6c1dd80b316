"""How often a person may do a thing: ``settings.RATE_LIMITS`` says it, the ``limits`` library counts it in Redis, which
all processes share, or in memory where one process is the whole site. Beyond that the answer is 429, with the time
after which it is worth another try.

Rates are written ``number/period/per``: ``60/m/key`` counts by who asks, which is a person who is signed in, else an
address (allauth writes ``user``); ``30/2h/ip`` counts by address, whoever it is. Several are separated by commas, and
all of them hold.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections.abc import Callable, Iterator
from functools import cache, wraps
from math import ceil
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import ngettext
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute
from redis import RedisError

from accounts.access.counters import limiter

log = logging.getLogger(__name__)
View = Callable[..., HttpResponseBase]

RATE = re.compile(r"(\d+)/(\d*)([mhd])/(key|user|ip)")
PERIODS: dict[str, type[RateLimitItem]] = {
    "m": RateLimitItemPerMinute,
    "h": RateLimitItemPerHour,
    "d": RateLimitItemPerDay,
}

NETWORK = 64
"""Bits of an IPv6 address that count: a person has a whole network of them."""

UNKNOWN = 60
"""Seconds to wait where one of allauth's own limits is reached: it doesn't say which, nor until when."""

APART = {
    "HX-Retarget": "#refused",
    "HX-Reswap": "innerHTML",
    "HX-Reselect": "unset",
    "HX-Push-Url": "false",
    "HX-Replace-Url": "false",
}
"""To htmx: the answer has a place of its own, and everything else stays as it is, the address too."""

MINUTE, HOUR = 60, 60 * 60


class Rate(NamedTuple):
    """One rate of an action: so many in a period, counted ``by_address`` or by who asks."""

    item: RateLimitItem
    by_address: bool


@cache
def rates(written: str) -> tuple[Rate, ...]:
    """The rates of an action, as settings have them. Raises ValueError for what is none."""
    found = []
    for each in written.split(","):
        if (match := RATE.fullmatch(each.strip())) is None:
            raise ValueError(f"{each!r} is no rate such as 60/m/key or 30/2h/ip")
        amount, multiple, period, per = match.groups()
        found.append(Rate(PERIODS[period](int(amount), int(multiple or 1)), per == "ip"))
    return tuple(found)


def limited(action: str, *, reading: bool = False, visitors: bool = False) -> Callable[[View], View]:
    """For a view that may not be asked for more often than ``RATE_LIMITS[action]`` says.

    ``reading``: GET counts too; ``visitors``: who is signed in does not count. Raises KeyError for an unknown action,
    ValueError for one whose rate can't be read.
    """
    rates(settings.RATE_LIMITS[action])

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if (visitors and request.user.is_authenticated) or allowed(request, action, reading=reading):
                return view(request, *args, **kwargs)
            return _refused(request, wait(request, action), again=True)

        vars(wrapped)["limited"] = action
        return wrapped

    return decorate


def allowed(request: HttpRequest, action: str, *, reading: bool = False) -> bool:
    """Count this request; whether it is within the limit. While Redis is away everything is: the games go on."""
    if request.method in ("GET", "HEAD") and not reading:
        return True
    try:
        return all(limiter().hit(rate.item, *key) for rate, key in _counted(request, action))
    except RedisError as error:
        log.warning("Nothing is counted while Redis is away: %s", type(error).__name__)
        return True


def whoever(request: HttpRequest) -> str:
    """Who asks: the person who is signed in, else an address."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{address(request)}"


def address(request: HttpRequest) -> str:
    """The address that the request comes from, as the trusted proxies tell it; of IPv6 the network it is in.

    Raises PermissionDenied where there is none.
    """
    told = str(get_adapter().get_client_ip(request))
    try:
        found = ipaddress.ip_address(told)
    except ValueError:  # a socket in the file system, or what a test made up
        return told
    if found.version == 4:
        return told
    return str(ipaddress.ip_network((found, NETWORK), strict=False).network_address)


def wait(request: HttpRequest, action: str) -> int:
    """Seconds until this visitor may do it again."""
    now, ends = time.time(), []
    for rate, key in _counted(request, action):
        window = limiter().get_window_stats(rate.item, *key)
        if window.remaining <= 0:
            ends.append(ceil(window.reset_time - now))
    return max(ends, default=1)


def _counted(request: HttpRequest, action: str) -> Iterator[tuple[Rate, tuple[str, str]]]:
    """Each rate of the action, and under which key this request counts."""
    for rate in rates(settings.RATE_LIMITS[action]):
        whose = f"address:{address(request)}" if rate.by_address else whoever(request)
        yield rate, (action, whose)


def too_often(request: HttpRequest) -> HttpResponseBase:
    """The answer where one of allauth's own limits is reached, such as that of mails to one address."""
    return _refused(request, UNKNOWN, again=False)


def in_words(seconds: int) -> str:
    """How long one has to wait, as a sentence."""
    if seconds <= 2 * MINUTE:
        told, count = ngettext("Try again in %(count)d second.", "Try again in %(count)d seconds.", seconds), seconds
    elif seconds <= 2 * HOUR:
        count = ceil(seconds / MINUTE)
        told = ngettext("Try again in %(count)d minute.", "Try again in %(count)d minutes.", count)
    else:
        count = ceil(seconds / HOUR)
        told = ngettext("Try again in %(count)d hour.", "Try again in %(count)d hours.", count)
    return told % {"count": count}


def _refused(request: HttpRequest, seconds: int, *, again: bool) -> HttpResponseBase:
    """A page, from which what was typed can be sent ``again``; for htmx a sentence that leaves everything as it is."""
    context = {"wait": in_words(seconds), "again": list(_typed(request)) if again else []}
    apart = getattr(request, "htmx", False)  # set by the last middleware, which an early answer does not come to
    template = "layout/_rate_limited.html" if apart else "429.html"
    response = render(request, template, context, status=429)
    about = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    for name, value in (about | (APART if apart else {})).items():
        response.headers[name] = value
    return response


def _typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """What was sent, to be sent again by a press; nothing if there is a password in it."""
    if request.method != "POST" or any("password" in name for name in request.POST):
        return
    for name, values in request.POST.lists():
        if name != "csrfmiddlewaretoken":
            yield from ((name, value) for value in values)

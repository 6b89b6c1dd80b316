"""Rate limits, as defined in ``settings.RATE_LIMITS``.

The ``limits`` library counts in Redis, or in memory on a single-process site. Requests beyond a limit get a 429
response with ``Retry-After``.

Rates are written ``number/period/per``: ``60/m/key`` counts by the signed-in user or, for anonymous visitors, by
client address (allauth writes ``user`` for ``key``); ``30/2h/ip`` always counts by address. Several rates are
separated by commas, and all of them apply.
"""

import ipaddress
import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
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
from accounts.metrics import REFUSALS

log = logging.getLogger(__name__)
View = Callable[..., HttpResponseBase]

RATE = re.compile(r"(\d+)/(\d*)([mhd])/(key|user|ip)")
PERIODS: dict[str, type[RateLimitItem]] = {
    "m": RateLimitItemPerMinute,
    "h": RateLimitItemPerHour,
    "d": RateLimitItemPerDay,
}

IPV6_PREFIX = 64
"""The number of leading bits that identify an IPv6 client: one subscriber usually has a whole /64."""

UNKNOWN_WAIT = 60
"""The seconds to wait after one of allauth's own limits: allauth reports neither the limit nor the time."""

FRAGMENT_HEADERS = {
    "HX-Retarget": "#refused",
    "HX-Reswap": "innerHTML",
    "HX-Reselect": "unset",
    "HX-Push-Url": "false",
    "HX-Replace-Url": "false",
}
"""Response headers that make htmx show the 429 response in a separate element, without changing page or URL."""

MINUTE, HOUR = 60, 60 * 60


class Rate(NamedTuple):
    """One rate of an action, counted ``by_address`` or by requester."""

    item: RateLimitItem
    by_address: bool


Counted = tuple[Rate, tuple[str, str]]


@cache
def rates(written: str) -> tuple[Rate, ...]:
    """Parse the rates of an action from the settings. Raise `ValueError` for a malformed one."""
    found = []
    for each in written.split(","):
        if (match := RATE.fullmatch(each.strip())) is None:
            raise ValueError(f"{each!r} is no rate such as 60/m/key or 30/2h/ip")
        amount, multiple, period, per = match.groups()
        found.append(Rate(PERIODS[period](int(amount), int(multiple or 1)), per == "ip"))
    return tuple(found)


def limited(action: str, *, count_reads: bool = False, anonymous_only: bool = False) -> Callable[[View], View]:
    """Decorate a view with the rate limit ``RATE_LIMITS[action]``.

    With ``count_reads``, GET and HEAD requests count, too; with ``anonymous_only``, signed-in users are exempt. Raise
    `KeyError` for an unknown action, `ValueError` for a malformed rate.
    """
    rates(settings.RATE_LIMITS[action])

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if anonymous_only and request.user.is_authenticated:
                return view(request, *args, **kwargs)
            seconds = seconds_to_wait(request, action, count_reads=count_reads)
            return refuse(request, seconds) if seconds else view(request, *args, **kwargs)

        vars(wrapped)["limited"] = action
        return wrapped

    return decorate


def seconds_to_wait(request: HttpRequest, action: str, *, count_reads: bool = False) -> int:
    """Count this request, unless it is a GET or HEAD and ``count_reads`` is false.

    Return the seconds to wait if the request is beyond a limit, otherwise 0. While Redis is down, always return 0.
    """
    if request.method in ("GET", "HEAD") and not count_reads:
        return 0
    return _counted(list(_keys(request, action)))


def _counted(keys: Sequence[Counted]) -> int:
    try:
        return 0 if all(limiter().hit(rate.item, *key) for rate, key in keys) else _until_reset(keys)
    except RedisError as error:
        log.warning("Nothing is counted while Redis is away: %s", type(error).__name__)
        return 0


def requester_key(request: HttpRequest) -> str:
    """Return the counter key of the signed-in user, otherwise of the client address."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{client_address(request)}"


def client_address(request: HttpRequest) -> str:
    """Return the client address reported by the trusted proxies or, for IPv6, its network.

    Raise `PermissionDenied` if there is no address.
    """
    text = str(get_adapter().get_client_ip(request))
    try:
        found = ipaddress.ip_address(text)
    except ValueError:  # a Unix socket, or a made-up name in a test
        return text
    if found.version == 4:
        return text
    return str(ipaddress.ip_network((found, IPV6_PREFIX), strict=False).network_address)


def claim(action: str, whose: str) -> int:
    """Count an action by any key, such as an address. Return the seconds to wait, or 0, like ``seconds_to_wait``."""
    return _counted(list(_keys_of(action, whose)))


def remaining_wait(action: str, whose: str) -> int:
    """Return the seconds until ``claim`` would succeed, or 0, without counting.

    Raise `RedisError` while Redis is down.
    """
    keys = list(_keys_of(action, whose))
    return 0 if all(limiter().test(rate.item, *key) for rate, key in keys) else _until_reset(keys)


def clear(action: str, whose: str) -> None:
    """Reset the counters that ``claim`` has increased; do nothing while Redis is down."""
    with suppress(RedisError):
        for rate, key in _keys_of(action, whose):
            limiter().clear(rate.item, *key)


def _keys_of(action: str, whose: str) -> Iterator[Counted]:
    return ((rate, (action, whose)) for rate in rates(settings.RATE_LIMITS[action]))


def _until_reset(keys: Iterable[Counted]) -> int:
    """Return the seconds until all rates allow a request again, but at least 1."""
    now = time.time()
    windows = [limiter().get_window_stats(rate.item, *key) for rate, key in keys]
    return max([1, *(ceil(window.reset_time - now) for window in windows if window.remaining <= 0)])


class Left(NamedTuple):
    """The number of requests ``left`` under one rate of the action ``name``: ``limit`` requests in ``seconds``."""

    name: str
    limit: int
    left: int
    seconds: int


def left(request: HttpRequest, action: str) -> list[Left]:
    """Return the requester's remaining requests for each rate of the action. Raise `RedisError` while Redis is down."""
    return [
        Left(action, rate.item.amount, limiter().get_window_stats(rate.item, *key).remaining, rate.item.get_expiry())
        for rate, key in _keys(request, action)
    ]


def _keys(request: HttpRequest, action: str) -> Iterator[Counted]:
    for rate in rates(settings.RATE_LIMITS[action]):
        whose = f"address:{client_address(request)}" if rate.by_address else requester_key(request)
        yield rate, (action, whose)


def too_many_requests(request: HttpRequest) -> HttpResponseBase:
    """Return the 429 page for one of allauth's own limits, such as the limit on mails to an address."""
    return refuse(request, UNKNOWN_WAIT, again=False)


def retry_sentence(seconds: int) -> str:
    if seconds <= 2 * MINUTE:
        text, count = ngettext("Try again in %(count)d second.", "Try again in %(count)d seconds.", seconds), seconds
    elif seconds <= 2 * HOUR:
        count = ceil(seconds / MINUTE)
        text = ngettext("Try again in %(count)d minute.", "Try again in %(count)d minutes.", count)
    else:
        count = ceil(seconds / HOUR)
        text = ngettext("Try again in %(count)d hour.", "Try again in %(count)d hours.", count)
    return text % {"count": count}


def refuse(request: HttpRequest, seconds: int, *, again: bool = True) -> HttpResponseBase:
    """Return the 429 page or, for htmx, only a sentence. The page has a button to resubmit the form if ``again``."""
    REFUSALS.labels("too-many-requests").inc()
    context = {"wait": retry_sentence(seconds), "again": list(_posted_fields(request)) if again else []}
    fragment = getattr(request, "htmx", False)  # set by the last middleware, which early responses do not reach
    response = render(request, "layout/_rate_limited.html" if fragment else "429.html", context, status=429)
    about = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    for name, value in (about | (FRAGMENT_HEADERS if fragment else {})).items():
        response.headers[name] = value
    return response


def _posted_fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield the posted fields to resubmit, or nothing if any field is a password."""
    if request.method != "POST" or any("password" in name for name in request.POST):
        return
    for name, values in request.POST.lists():
        if name != "csrfmiddlewaretoken":
            yield from ((name, value) for value in values)

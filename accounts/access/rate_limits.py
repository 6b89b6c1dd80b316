"""How often somebody may do a thing: ``settings.RATE_LIMITS`` says it, allauth's limiter counts it in the cache, which
all processes share. Beyond that the answer is 429, with the time after which it is worth another try.

Rates are written as allauth writes them, ``number/time/per``: ``60/m/key`` counts by whoever asks, which is a person
who is signed in, else an address; ``60/m/ip`` counts by address, whoever it is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from math import ceil
from typing import Any

from allauth.account import app_settings
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import ngettext
from redis import RedisError

log = logging.getLogger(__name__)
View = Callable[..., HttpResponseBase]

OURS = "limits"
"""What our keys in the cache are told from allauth's by."""

UNKNOWN = 60
"""Seconds to wait where a limit is counted by something that the request does not show, such as a mail address."""

APART = {
    "HX-Retarget": "#refused",
    "HX-Reswap": "innerHTML",
    "HX-Reselect": "unset",
    "HX-Push-Url": "false",
    "HX-Replace-Url": "false",
}
"""To htmx: the answer has a place of its own, and everything else stays as it is, the address too."""

MINUTE, HOUR = 60, 60 * 60


def limited(action: str, *, reading: bool = False, visitors: bool = False) -> Callable[[View], View]:
    """For a view that nobody may ask for more often than ``RATE_LIMITS[action]`` says.

    ``reading``: GET counts too; ``visitors``: who is signed in does not count. Raises KeyError for an unknown action.
    """
    settings.RATE_LIMITS[action]

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
    """Count this request; whether it is within the limit. While the cache is away everything is: the games go on."""
    try:
        usage = ratelimit.consume(
            request, app=OURS, action=action, config=settings.RATE_LIMITS, key=whoever(request), limit_get=reading
        )
    except RedisError as error:
        log.warning("Nothing is counted while the cache is away: %s", type(error).__name__)
        return True
    return usage is not None


def whoever(request: HttpRequest) -> str:
    """Who asks: the person who is signed in, else an address."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{address(request)}"


def address(request: HttpRequest) -> str:
    """The address that the request comes from, as the trusted proxies tell it; of IPv6 the network it is in.

    Raises PermissionDenied where there is none.
    """
    return str(ratelimit.get_ip(request))


def wait(request: HttpRequest, action: str) -> int:
    """Seconds until this visitor may do it again."""
    return _longest(request, OURS, [action], settings.RATE_LIMITS, whoever(request))


def too_often(request: HttpRequest) -> HttpResponseBase:
    """The answer where one of allauth's limits is reached; it does not say which, so each of them is looked at."""
    found = _longest(request, "allauth.account", app_settings.RATE_LIMITS, app_settings.RATE_LIMITS, None)
    return _refused(request, found, again=False)


def _longest(request: HttpRequest, app: str, actions: Iterable[str], config: dict[str, str], key: str | None) -> int:
    waits: list[int] = []
    for action in actions:
        for rate in ratelimit.get_rates(app=app, action=action, config=config):
            waits.extend(_wait(request, app, action, rate, key))
    return max(waits, default=UNKNOWN)


def _wait(request: HttpRequest, app: str, action: str, rate: ratelimit.Rate, key: str | None) -> Iterator[int]:
    """How long this one rate keeps the visitor waiting, if it does."""
    if (rate.per == "key" and key is None) or (rate.per == "user" and not request.user.is_authenticated):
        return
    kept = cache.get(ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key), [])
    if len(kept) >= rate.amount and (left := kept[-1] + rate.duration - time.time()) > 0:
        yield ceil(left)


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

"""Support for polling: each list has an ETag, and a response can be held back while nothing has changed."""

import hashlib
from collections.abc import Iterable
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from ninja import Query

from games.api.long_poll import POLL_EVENTS, poll_request_of

Wait = Annotated[int, Query(ge=0, le=60, description="Maximum seconds for which the response may be held back.")]


def polled(
    request: HttpRequest,
    response: HttpResponse,
    found: Any,
    *,
    is_empty: bool,
    wait: int,
    groups: Iterable[str],
    events: frozenset[str] = POLL_EVENTS,
) -> Any:
    """Return ``found`` with its ETag, or 304 if the client's copy is current.

    Hold the response back for up to ``wait`` seconds while the client's copy is current or, without an ETag from the
    client, while the list is empty; an announcement to ``groups`` with a type in ``events`` lets the view check again.
    """
    etag = f'"{hashlib.sha256(repr(found).encode()).hexdigest()[:16]}"'
    unchanged = get_conditional_response(request, etag=etag)
    if wait and (unchanged is not None or (is_empty and "If-None-Match" not in request.headers)):
        poll_request_of(request).wait(request, wait, tuple(groups), events)
    if unchanged is not None:
        return cacheable(unchanged, etag)
    cacheable(response, etag)
    return found


def cacheable(response: Any, etag: str) -> Any:
    """Let the client cache the response and revalidate it."""
    response.headers["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response

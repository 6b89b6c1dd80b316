"""Responses that are held back: long polls and streams.

The views are ordinary Django views. If nothing has changed, a view sets in its :class:`PollRequest` the announcements
to wait for; the socket process then waits in its event loop, without a thread or a database connection, and calls the
view again. The web processes have few threads, so they redirect such requests to the socket process.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from math import ceil
from threading import Lock
from time import monotonic
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from django.http import HttpRequest
from redis import RedisError

from accounts.access.rate_limits import requester_key
from games.api.problems import Elsewhere, TooMany
from games.realtime.hub import JOIN_TIMEOUT, hub

log = logging.getLogger(__name__)

MOST_POLLS = 8
"""Maximum number of concurrent polls in one process, for each account or, without a token, each address."""

ASKED_AT_ONCE = 4
"""Maximum number of held requests that call their views at the same time.

One event may wake hundreds of requests, and each call needs a thread and a database connection.
"""

POLL_EVENTS = frozenset({"table.version", "account.changed"})
"""The announcements after which a poll of tables or invitations may have a different response."""

POLLED = ("/api/v1/tables", "/api/v1/invitations")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[..., Awaitable[None]]
Response = list[dict[str, Any]]
"""The ASGI messages of a complete response; the first one has the status and headers."""

_polls: dict[str, set[PollRequest]] = {}
"""The open polls of this process, by requester."""

_counting = Lock()
"""Guards ``_polls``: views add polls in threads, and the event loop removes them."""


class Stream(Protocol):
    """A response body that is sent piece by piece."""

    async def run(self, send: Send, start: dict[str, Any], gone: asyncio.Future[None]) -> None:
        """Send ``start`` and the body, until the stream ends or the client disconnects."""


class PollRequest:
    """A request that may be held back. Its view finds this object in the ASGI scope, and sets the conditions."""

    def __init__(self) -> None:
        self.groups: tuple[str, ...] = ()
        """The channel groups whose announcements may change the response; if empty, the response is final."""
        self.events = POLL_EVENTS
        """The types of the announcements that may change the response."""
        self.until = 0.0
        """The monotonic time at which the wait ends, even if nothing changes; 0 until the wait has begun."""
        self.stream: Stream | None = None
        self._requester = ""

    @property
    def is_again(self) -> bool:
        """Whether the view has been called for this request before."""
        return self.until > 0

    @property
    def left(self) -> float:
        return self.until - monotonic()

    def wait(
        self, request: HttpRequest, seconds: int, groups: tuple[str, ...], events: frozenset[str] = POLL_EVENTS
    ) -> None:
        """Hold the request back, and call the view again after one of ``events``.

        Raise `TooMany` if this requester has too many open polls.
        """
        self.groups, self.events = groups, events
        if self.is_again:
            return
        requester = requester_key(request)
        with _counting:
            mine = _polls.setdefault(requester, set())
            if len(mine) >= MOST_POLLS:
                raise TooMany("polls", max(1, ceil(min(each.left for each in mine))))
            self.until = monotonic() + seconds
            self._requester = requester
            mine.add(self)

    def release(self) -> None:
        with _counting:
            mine = _polls.get(self._requester, set())
            mine.discard(self)
            if not mine:
                _polls.pop(self._requester, None)


def poll_request_of(request: HttpRequest) -> PollRequest:
    """Return the request's `PollRequest`. Raise `Elsewhere` in a process that can't hold requests."""
    poll = getattr(request, "scope", {}).get("poll_request")
    if not isinstance(poll, PollRequest):
        raise Elsewhere
    return poll


def is_again(request: HttpRequest) -> bool:
    """Return whether the view has been called for this held request before; repeated calls don't count for limits."""
    poll = getattr(request, "scope", {}).get("poll_request")
    return isinstance(poll, PollRequest) and poll.is_again


class PollListener:
    """The channel listener of one poll."""

    def __init__(self, poll: PollRequest) -> None:
        self._poll = poll
        self.heard = asyncio.Event()
        self.is_over = False

    def hear(self, message: Mapping[str, Any]) -> None:
        """Wake the poll if it waits for announcements of this type; polls of tables ignore chat and drafts."""
        if message["type"] in self._poll.events:
            self.heard.set()

    def interrupt(self) -> None:
        """Wake the poll after a reconnect: events may have been missed."""
        self.heard.set()

    def retire(self) -> None:
        """Make the poll respond without further waiting, because the process is stopping."""
        self.is_over = True
        self.heard.set()


class LongPollMiddleware:
    """ASGI middleware that holds back GET requests of the API for as long as their views want."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._asking: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if not _may_be_held(scope):
            await self._application(scope, receive, send)
            return
        poll = PollRequest()
        body = await _body(receive)
        gone = asyncio.ensure_future(_gone(receive))
        scope = scope | {"poll_request": poll}

        async def ask() -> Response:
            """Call the view again and return its response, which may have to be held back, too."""
            poll.groups = ()
            return await self._ask(scope, body)

        try:
            answer = await ask()
            if poll.stream is not None:
                await poll.stream.run(send, answer[0], gone)
            else:
                for message in await _final(ask, poll, answer, gone):
                    await send(message)
        finally:
            poll.release()
            gone.cancel()

    async def _ask(self, scope: dict[str, Any], body: bytes) -> Response:
        loop = asyncio.get_running_loop()
        if loop not in self._asking:
            self._asking[loop] = asyncio.Semaphore(ASKED_AT_ONCE)
        async with self._asking[loop]:
            answer: Response = []

            async def keep(message: dict[str, Any]) -> None:
                answer.append(message)

            await self._application(scope, _whole(body), keep)
            return answer


def _may_be_held(scope: Mapping[str, Any]) -> bool:
    asked, query = scope["path"], scope["query_string"]
    return scope["method"] == "GET" and (asked == "/api/v1/stream" or (asked.startswith(POLLED) and b"wait=" in query))


async def _final(
    ask: Callable[[], Awaitable[Response]], poll: PollRequest, answer: Response, gone: asyncio.Future[None]
) -> Response:
    """Return the first final response, or the latest one if time is up, the client or process stops, or Redis fails."""
    listener = PollListener(poll)
    gone.add_done_callback(lambda _gone: listener.heard.set())
    try:
        while (groups := poll.groups) and poll.left > 0 and not (listener.is_over or gone.done()):
            async with _listening(groups, listener):
                while groups == poll.groups and poll.left > 0 and not (listener.is_over or gone.done()):
                    listener.heard.clear()
                    # Something may have changed between the last response and the subscription.
                    answer = await ask()
                    if groups == poll.groups:
                        await rest(listener.heard, poll.left)
    except (RedisError, TimeoutError) as error:
        log.warning("A poll was answered at once because Redis is unavailable: %s", type(error).__name__)
    return answer


@asynccontextmanager
async def _listening(groups: tuple[str, ...], listener: PollListener) -> AsyncIterator[None]:
    """Forward announcements for these groups to ``listener``. Raise `RedisError` or `TimeoutError` if Redis fails."""
    try:
        async with asyncio.timeout(JOIN_TIMEOUT):
            for group in groups:
                await hub().join(group, listener)
        yield
    finally:
        for group in groups:
            await hub().leave(group, listener)


async def rest(heard: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await heard.wait()


async def _body(receive: Receive) -> bytes:
    """Return the request's body, whose length is already limited."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _gone(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _whole(body: bytes) -> Receive:
    """Return a ``receive`` callable that provides this body, then waits forever like an idle client."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if left:
            return left.pop()
        await asyncio.get_running_loop().create_future()
        raise AssertionError("no more messages")

    return receive

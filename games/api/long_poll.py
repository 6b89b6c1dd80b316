"""Responses that are held back: long polls and streams.

The views are ordinary ones. A view without news registers a :class:`PollRequest` with the announcements to wait for;
the socket process then waits in its event loop, without a thread or a database connection, and calls the view again.
The web processes have few threads and hold no requests: they redirect them to the sockets.
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
"""Concurrent polls of one account, or of one address without a token, in one process."""

ASKED_AT_ONCE = 4
"""Held requests that call their views at the same time: an event may wake hundreds, and each then takes a thread and a
database connection.
"""

POLL_EVENTS = frozenset({"table.version", "account.changed"})
"""The announcements that may change the response to a poll of games."""

POLLED = ("/api/v1/tables", "/api/v1/invitations")
"""The common prefix of the paths of polls."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[..., Awaitable[None]]
Response = list[dict[str, Any]]
"""The messages of a whole response, of which the first has the status and headers."""

_polls: dict[str, set[PollRequest]] = {}
"""The polls that this process holds, by requester."""

_counting = Lock()
"""Guards ``_polls``: views add polls in threads, and the event loop removes them."""


class Stream(Protocol):
    """The part of a response after its start."""

    async def run(self, send: Send, start: dict[str, Any], gone: asyncio.Future[None]) -> None:
        """Send ``start`` and the rest of the answer, until the stream ends or the client is gone."""


class PollRequest:
    """A request that may be held, with its view's wishes. The view finds it in the request's scope."""

    def __init__(self) -> None:
        self.groups: tuple[str, ...] = ()
        """The channel groups whose announcements may change the response; empty: the response is final."""
        self.events = POLL_EVENTS
        """The types of these announcements."""
        self.until = 0.0
        """The time at which the poll is answered in any case (monotonic clock); 0 before it has waited."""
        self.stream: Stream | None = None
        self._requester = ""

    @property
    def is_again(self) -> bool:
        """True if the view has been called for this request before."""
        return self.until > 0

    @property
    def left(self) -> float:
        """The seconds left to wait."""
        return self.until - monotonic()

    def wait(
        self, request: HttpRequest, seconds: int, groups: tuple[str, ...], events: frozenset[str] = POLL_EVENTS
    ) -> None:
        """Hold the request, and call the view again after one of ``events``.

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
        """Stop counting this poll for its requester."""
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
    """Return whether this request was held and calls its view again, so that it counts only once."""
    poll = getattr(request, "scope", {}).get("poll_request")
    return isinstance(poll, PollRequest) and poll.is_again


class PollListener:
    """The listener of one poll."""

    def __init__(self, poll: PollRequest) -> None:
        self._poll = poll
        self.heard = asyncio.Event()
        self.is_over = False

    def hear(self, message: Mapping[str, Any]) -> None:
        """Wake the poll for its types of announcements; a poll of games ignores chat and drafts."""
        if message["type"] in self._poll.events:
            self.heard.set()

    def interrupt(self) -> None:
        """Wake the poll after a reconnect: events may have been missed."""
        self.heard.set()

    def retire(self) -> None:
        """Answer the poll as it stands, because the process is stopping."""
        self.is_over = True
        self.heard.set()


class LongPollMiddleware:
    """ASGI middleware that holds GET requests of the API as long as their views ask for it."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._asking: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle one request."""
        if not _may_be_held(scope):
            await self._application(scope, receive, send)
            return
        poll = PollRequest()
        body = await _body(receive)
        gone = asyncio.ensure_future(_gone(receive))
        scope = scope | {"poll_request": poll}

        async def ask() -> Response:
            """Return the view's current response, which may be one to hold back."""
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
    """Return the first final response, or the latest one when the time is up."""
    listener = PollListener(poll)
    gone.add_done_callback(lambda _gone: listener.heard.set())
    try:
        while (groups := poll.groups) and poll.left > 0 and not (listener.is_over or gone.done()):
            async with _listening(groups, listener):
                while groups == poll.groups and poll.left > 0 and not (listener.is_over or gone.done()):
                    listener.heard.clear()
                    # Something may have happened between the last response and the subscription.
                    answer = await ask()
                    if groups == poll.groups:
                        await rest(listener.heard, poll.left)
    except (RedisError, TimeoutError) as error:
        log.warning("A poll was answered at once because Redis is unavailable: %s", type(error).__name__)
    return answer


@asynccontextmanager
async def _listening(groups: tuple[str, ...], listener: PollListener) -> AsyncIterator[None]:
    """Forward announcements to these groups to ``listener`` within the block. Raise `RedisError` or `TimeoutError`."""
    try:
        async with asyncio.timeout(JOIN_TIMEOUT):
            for group in groups:
                await hub().join(group, listener)
        yield
    finally:
        for group in groups:
            await hub().leave(group, listener)


async def rest(heard: asyncio.Event, seconds: float) -> None:
    """Wait until an event is heard or the time has passed."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await heard.wait()


async def _body(receive: Receive) -> bytes:
    """Return the request's body; its length has been limited before."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _gone(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _whole(body: bytes) -> Receive:
    """Return a ``receive`` that gives this body, as if the client stayed connected."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if left:
            return left.pop()
        await asyncio.get_running_loop().create_future()
        raise AssertionError("no more messages")

    return receive

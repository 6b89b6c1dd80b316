"""Answers that are held back: long polls and streams.

The views are those of every other request. One that has nothing new to tell says by a :class:`Hold` what to wait for;
the process of the sockets then waits in its event loop, with no thread and no database connection, and asks the view
again. The web processes have few threads and hold nothing: they send such requests to the sockets.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from math import ceil
from threading import Lock
from time import monotonic
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from django.http import HttpRequest
from redis import RedisError

from accounts.access.rate_limits import requester_key
from games.api.problems import Elsewhere, TooMany
from games.realtime.hub import hub

log = logging.getLogger(__name__)

MOST_POLLS = 8
"""Polls of one account, or of one address without a token, that one process holds at a time."""

ASKED_AT_ONCE = 4
"""How many held requests of a process are with the views at a time: an event may wake hundreds, and each takes a
thread and a database connection then."""

NEWS = frozenset({"table.version", "account.changed"})
"""The announcements after which a poll of games may have another answer."""

JOIN_TIMEOUT = 5.0
"""Seconds that a poll waits while Redis is away."""

POLLED = ("/api/v1/tables", "/api/v1/invitations")
"""Where the paths of polls begin."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[..., Awaitable[None]]

_polls: dict[str, set[Hold]] = {}
"""The polls that this process holds, by requester."""

_counting = Lock()
"""Views add polls in threads, and the event loop takes them away."""


class Stream(Protocol):
    """What goes on after the beginning of an answer."""

    async def run(self, send: Send, start: dict[str, Any], gone: asyncio.Future[None]) -> None:
        """Send ``start`` and the rest of the answer, until the stream ends or the client is gone."""


class Hold:
    """A request that may be held: what its view wants. It comes to the view in the request's scope."""

    def __init__(self) -> None:
        self.groups: tuple[str, ...] = ()
        """The channel groups whose announcements may be news to the request; empty: its answer is final."""
        self.news = NEWS
        """The types of the announcements that may."""
        self.until = 0.0
        """When a poll is answered in any case (monotonic clock); 0 before it has waited."""
        self.stream: Stream | None = None
        self._requester = ""

    @property
    def is_again(self) -> bool:
        """True if the view has had the request before."""
        return self.until > 0

    @property
    def left(self) -> float:
        """The seconds that are left to wait."""
        return self.until - monotonic()

    def wait(self, request: HttpRequest, seconds: int, groups: tuple[str, ...], news: frozenset[str] = NEWS) -> None:
        """Hold the request, and ask the view again after news.

        Raise `TooMany` if this requester has too many open polls.
        """
        self.groups, self.news = groups, news
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
        """Stop counting this poll."""
        with _counting:
            mine = _polls.get(self._requester, set())
            mine.discard(self)
            if not mine:
                _polls.pop(self._requester, None)


def hold_of(request: HttpRequest) -> Hold:
    """Return the request's hold. Raise `Elsewhere` in a process that can't hold requests."""
    hold = getattr(request, "scope", {}).get("hold")
    if not isinstance(hold, Hold):
        raise Elsewhere
    return hold


def is_again(request: HttpRequest) -> bool:
    """Return whether this request was held and is being asked again, so that it counts only once."""
    hold = getattr(request, "scope", {}).get("hold")
    return isinstance(hold, Hold) and hold.is_again


class News:
    """Listens on behalf of one poll."""

    def __init__(self, hold: Hold) -> None:
        self._hold = hold
        self.heard = asyncio.Event()
        self.is_over = False

    def hear(self, message: Mapping[str, Any]) -> None:
        """Wake the poll for its types of announcements; chat and drafts are no news to a poll of games."""
        if message["type"] in self._hold.news:
            self.heard.set()

    def interrupt(self) -> None:
        """Wake the poll after a reconnect: events may have been missed."""
        self.heard.set()

    def retire(self) -> None:
        """Answer the poll as it is: the process ends."""
        self.is_over = True
        self.heard.set()


class HeldResponses:
    """ASGI middleware that holds GET requests of the API as long as their views ask for it."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._asking: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle one request."""
        if not _may_be_held(scope):
            await self._application(scope, receive, send)
            return
        hold = Hold()
        body = await _body(receive)
        gone = asyncio.ensure_future(_gone(receive))
        try:
            request = _Request(self._ask, scope | {"hold": hold}, body)
            answer = await request.ask()
            if hold.stream is not None:
                await hold.stream.run(send, answer.start, gone)
            else:
                await (await _held(request, hold, answer, gone)).give(send)
        finally:
            hold.release()
            gone.cancel()

    async def _ask(self, scope: dict[str, Any], body: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if loop not in self._asking:
            self._asking[loop] = asyncio.Semaphore(ASKED_AT_ONCE)
        async with self._asking[loop]:
            answer = Answer()
            await self._application(scope, _whole(body), answer.take)
            return answer


def _may_be_held(scope: Mapping[str, Any]) -> bool:
    asked, query = scope["path"], scope["query_string"]
    return scope["method"] == "GET" and (asked == "/api/v1/stream" or (asked.startswith(POLLED) and b"wait=" in query))


class Answer:
    """A view's answer, whole."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    async def take(self, message: dict[str, Any]) -> None:
        """Store a message from the view's application."""
        self.messages.append(message)

    @cached_property
    def start(self) -> dict[str, Any]:
        """The status and headers."""
        return self.messages[0]

    async def give(self, send: Send) -> None:
        """Send the answer to the client."""
        for message in self.messages:
            await send(message)


class _Request:
    """A request that can be put to its view again and again."""

    def __init__(
        self, ask: Callable[[dict[str, Any], bytes], Awaitable[Answer]], scope: dict[str, Any], body: bytes
    ) -> None:
        self._ask, self._scope, self._body = ask, scope, body
        self._hold: Hold = scope["hold"]

    async def ask(self) -> Answer:
        """Return the view's current answer, which may be one to hold."""
        self._hold.groups = ()
        return await self._ask(self._scope, self._body)


async def _held(request: _Request, hold: Hold, answer: Answer, gone: asyncio.Future[None]) -> Answer:
    """Return the first final answer, or the last one when the time is up."""
    news = News(hold)
    gone.add_done_callback(lambda _gone: news.heard.set())
    try:
        while (groups := hold.groups) and hold.left > 0 and not (news.is_over or gone.done()):
            async with _listening(groups, news):
                while groups == hold.groups and hold.left > 0 and not (news.is_over or gone.done()):
                    news.heard.clear()
                    # Something may have happened since the last answer, before this was listening.
                    answer = await request.ask()
                    if groups == hold.groups:
                        await rest(news.heard, hold.left)
    except (RedisError, TimeoutError) as error:
        log.warning("A poll is answered at once while Redis is away: %s", type(error).__name__)
    return answer


@asynccontextmanager
async def _listening(groups: tuple[str, ...], news: News) -> AsyncIterator[None]:
    """Forward announcements to these groups to ``news`` within the block. Raise `RedisError` or `TimeoutError`."""
    try:
        async with asyncio.timeout(JOIN_TIMEOUT):
            for group in groups:
                await hub().join(group, news)
        yield
    finally:
        for group in groups:
            await hub().leave(group, news)


async def rest(heard: asyncio.Event, seconds: float) -> None:
    """Wait until an event is heard, or the time has passed."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await heard.wait()


async def _body(receive: Receive) -> bytes:
    """Return the request's body; its length is limited earlier."""
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
    """Return the ``receive`` of a client that has sent this body and stays connected."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if left:
            return left.pop()
        await asyncio.get_running_loop().create_future()
        raise AssertionError("nothing more comes")

    return receive

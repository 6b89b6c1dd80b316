"""Limits on open WebSockets per user or address, and on the messages that they send.

Open sockets are counted per process, because they use its resources. New connections are counted in the cache, like the
requests in ``RATE_LIMITS``.
"""

from abc import abstractmethod
from collections import Counter, deque
from time import monotonic
from typing import Any, Generic, TypeVar

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, parse_cookie

from accounts.access import rate_limits
from accounts.auth import sessions
from accounts.metrics import REFUSALS
from accounts.models import User
from games.realtime.metrics import SOCKETS

MAX_OPEN = 30
"""Maximum number of open sockets per user or, for visitors, per address."""

MAX_PINGS, PING_WINDOW = 20, 30.0
"""Maximum number of pings in PING_WINDOW seconds; a page pings when it becomes visible, and every 45 seconds."""

TOO_MANY = 4429
"""Close code for too many sockets or pings. The page reconnects after a while."""

NOT_UNDERSTOOD = 1008
"""Close code for a message other than "ping"."""

_open: Counter[str] = Counter()

Found = TypeVar("Found")


class RateLimitedConsumer(AsyncWebsocketConsumer, Generic[Found]):
    """A consumer that accepts only "ping", and closes the socket if a limit is exceeded."""

    user: User | AnonymousUser

    ping_times: deque[float]

    _counted = ""
    """The key under which this socket is counted, empty while it is not counted."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.ping_times = deque(maxlen=MAX_PINGS)
        SOCKETS.inc()
        try:
            await super().__call__(scope, receive, send)
        finally:
            SOCKETS.dec()
            self._uncount()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message. Unlike Channels, don't close old database connections: only threads have any here."""
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Accept the connection, then close it if too many sockets are open or were opened recently."""
        requester, found = await self._enter()
        await self.accept()
        if requester and self._count(requester):
            await self.welcome(found)
        else:
            REFUSALS.labels("too-many-sockets").inc()
            await self.close(TOO_MANY)

    @database_sync_to_async
    def _enter(self) -> tuple[str, Found | None]:
        """Return the requester and the result of ``find``, in one thread switch.

        The requester is empty if it connects too often.
        """
        self.user = sessions.signed_in(session_key(self.scope))
        request = request_of(self.scope, self.user)
        if rate_limits.seconds_to_wait(request, "socket", count_reads=True):
            return "", None
        return rate_limits.requester_key(request), self.find()

    @abstractmethod
    def find(self) -> Found | None:
        """Return the data for ``welcome``, or None. This is called in a thread with a database connection."""

    @abstractmethod
    async def welcome(self, found: Found | None) -> None:
        """Continue with a socket that is within the limits."""

    def _count(self, requester: str) -> bool:
        if _open[requester] >= MAX_OPEN:
            return False
        _open[requester] += 1
        self._counted = requester
        return True

    def _uncount(self) -> None:
        if self._counted:
            _open[self._counted] -= 1
            if not _open[self._counted]:
                del _open[self._counted]

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Handle a ping. Close the socket if there are too many pings, or the message is not a ping."""
        now = monotonic()
        if message.get("text") != "ping":
            await self.close(NOT_UNDERSTOOD)
        elif len(self.ping_times) == MAX_PINGS and now - self.ping_times[0] < PING_WINDOW:
            await self.close(TOO_MANY)
        else:
            self.ping_times.append(now)
            await super().websocket_receive(message)


def _sent(scope: dict[str, Any], header: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == header]


def session_key(scope: dict[str, Any]) -> str | None:
    """Return the session key from the cookies of a socket's request, or None."""
    return parse_cookie("; ".join(_sent(scope, b"cookie"))).get(settings.SESSION_COOKIE_NAME)


def request_of(scope: dict[str, Any], user: User | AnonymousUser) -> HttpRequest:
    """Return a request with the user and address of a socket, for the rate limits."""
    request = HttpRequest()
    request.user = user
    via = _sent(scope, b"x-forwarded-for")
    request.META = {"REMOTE_ADDR": scope["client"][0]} | ({"HTTP_X_FORWARDED_FOR": ",".join(via)} if via else {})
    return request

"""One event stream per account: it reports which of the account's tables have changed, without any game content."""

import asyncio
import json
import logging
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Annotated, Any, Literal, NamedTuple

from channels.db import database_sync_to_async
from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from ninja import Header, Router
from redis import RedisError

from accounts.access.restrictions import access_restriction
from accounts.signals import token_revoked
from accounts.tokens import bearers
from accounts.tokens.bearers import Bearer
from games.api.authentication import TABLES_READ, bearer_of, limit
from games.api.long_poll import Send, poll_request_of, rest
from games.api.metrics import STREAMS
from games.api.schema import Schema
from games.api.tables import seats_of
from games.core.access import pending_invitations
from games.core.broadcast import account_group, on_commit_account, table_group
from games.models import Game, Invitation, Player, seen_by
from games.realtime.hub import JOIN_TIMEOUT, hub

log = logging.getLogger(__name__)
router = Router()

SIGN_OF_LIFE = 10.0
"""Seconds of silence after which a keep-alive is sent: an empty line or comment."""

LOOK_AGAIN = 30.0
"""Seconds after which the token and the tables are read again, in case an announcement was lost."""

MOST_STREAMS = 4
"""Maximum number of open streams of an account in one process.

Opening one more ends the oldest stream, because its client may have lost the connection.
"""

RESUMABLE = 60 * 60
"""Seconds for which a stream can be resumed after its end."""

EVENT_ID = re.compile(r"[0-9a-f]{8}-[0-9]{1,9}")
"""The format of event ids: the key of the stream, and the number of the event in it."""

SSE, LINES = "text/event-stream", ("application/x-ndjson", "application/jsonl")

Kind = Literal["table", "draft", "chat", "invitation", "revoked", "replaced", "reconnect"]
LastEvent = Annotated[
    str, Header(alias="Last-Event-ID", description="The id of the last event received; the stream continues there.")
]
Topic = tuple[str, str]
"""A kind of event and a table; each topic has its own version."""

Sent = dict[Topic, tuple[int, int]]
"""The last version that a stream has sent for each topic, with the number of that event."""


class StreamEvent(Schema):
    """A notice that something has changed and can be fetched."""

    kind: Kind
    """The object that has changed: a table, your drafts there, its chat, or an invitation. The other kinds end the
    stream: the token is no longer valid, you have opened too many streams, or you have to reconnect.
    """
    table: str
    """The table’s id; empty in the last event of a stream."""
    version: int
    """The new version of the table or, with "chat", of its chat; 0 in the last event of a stream."""
    id: str
    """The event’s id; send it as `Last-Event-ID` to resume the stream."""


class Known(NamedTuple):
    """The current versions that an account may know, and its tables."""

    versions: dict[Topic, int]
    seats: dict[str, int]
    """The key of the account's seat at each unfinished table."""

    invited: set[str]
    """The tables to which the account is invited."""


class Stream:
    """An open stream. It joins the channel groups of the account's tables, as the pages of these tables do."""

    def __init__(self, bearer: Bearer, resumed: Sent, *, lines: bool) -> None:
        self.user, self._bearer, self._lines = bearer.user.pk, bearer.key, lines
        self.key = secrets.token_hex(4)
        self.sent: Sent = {topic: (version, 0) for topic, (version, _number) in resumed.items()}
        self._number = 0
        self._news: dict[Topic, int] = {}
        self._seats: dict[str, int] = {}
        self._groups: set[str] = set()
        self._stale = False
        self._looked = 0.0
        self._last: Kind | None = None

    async def run(self, send: Send, start: dict[str, Any], gone: asyncio.Future[None]) -> None:
        self._heard = asyncio.Event()
        gone.add_done_callback(lambda _gone: self._heard.set())
        STREAMS.inc()
        _admit(self)
        try:
            await send(start | {"headers": [each for each in start["headers"] if each[0].lower() != b"content-length"]})
            await self._look()
            await self._tell(send)
            while self._last is None and not gone.done():
                await rest(self._heard, SIGN_OF_LIFE)
                self._heard.clear()
                if self._stale or monotonic() - self._looked > LOOK_AGAIN:
                    await self._look()
                await self._tell(send)
            if self._last is not None:
                await self._send(send, self._written(self._last, "", 0), more=False)
        finally:
            STREAMS.dec()
            _dismiss(self)
            for group in self._groups:
                await hub().leave(group, self)
            await _store(self)

    async def _look(self) -> None:
        """Read the account's tables and subscribe to them; end the stream if the token is no longer valid."""
        tables = set(self._seats) if self._looked else {table for _kind, table in self.sent}
        self._stale, self._looked = False, monotonic()
        try:
            while (known := await _known(self._bearer, tables)) is not None:
                followed = map(table_group, {*known.seats, *known.invited})
                if not await self._listen({account_group(self.user), *followed}):
                    break
        except (DatabaseError, RedisError, TimeoutError) as error:
            log.warning("A stream ended because a service is unavailable: %s", type(error).__name__)
            self.end("reconnect")
            return
        if known is None:
            self.end("revoked")
            return
        self._seats = known.seats
        for (kind, table), version in known.versions.items():
            self._note(kind, table, version)

    async def _listen(self, groups: set[str]) -> bool:
        """Subscribe to exactly these groups. Return whether any of them is new: its version must then be read."""
        new = groups - self._groups
        async with asyncio.timeout(JOIN_TIMEOUT):
            for group in self._groups - groups:
                await hub().leave(group, self)
            self._groups &= groups
            for group in new:
                self._groups.add(group)
                await hub().join(group, self)
        return bool(new)

    def hear(self, message: Mapping[str, Any]) -> None:
        """Handle an announcement; a newer one replaces an unsent older one.

        Announcements for other accounts don't wake the stream: the extra keep-alive would reveal another player's
        draft.
        """
        if self._takes(message):
            self._heard.set()

    def _takes(self, message: Mapping[str, Any]) -> bool:
        """Note the announcement. Return whether it tells the account anything new."""
        table = message["group"].partition(".")[2]
        match message["type"]:
            case "account.changed":
                self._stale = True
                return True
            case "table.version":
                return self._note("table" if table in self._seats else "invitation", table, message["version"])
            case "table.chat" if table in self._seats:
                return self._note("chat", table, message["chat"])
            case "table.draft" if message["player"] == self._seats.get(table):
                self._news["draft", table] = message["version"]
                return True
        return False

    def _note(self, kind: str, table: str, version: int) -> bool:
        if is_new := version > self.sent.get((kind, table), (-1, 0))[0]:
            self._news[kind, table] = version
        return is_new

    def interrupt(self) -> None:
        """End the stream, because events may have been missed or the process is stopping; the client resumes."""
        self.end("reconnect")

    retire = interrupt

    def end(self, why: Kind) -> None:
        self._last = self._last or why
        self._heard.set()

    async def _tell(self, send: Send) -> None:
        """Send the unsent events, or a keep-alive if there are none."""
        news, self._news = self._news, {}
        text = "".join(self._written(kind, table, version) for (kind, table), version in news.items())
        await self._send(send, text or ("\n" if self._lines else ":\n\n"))

    def _written(self, kind: str, table: str, version: int) -> str:
        self._number += 1
        key = f"{self.key}-{self._number}"
        if table:
            self.sent[kind, table] = version, self._number
        event = json.dumps({"kind": kind, "table": table, "version": version, "id": key})
        return f"{event}\n" if self._lines else f"id: {key}\ndata: {event}\n\n"

    async def _send(self, send: Send, text: str, *, more: bool = True) -> None:
        await send({"type": "http.response.body", "body": text.encode(), "more_body": more})


_open: dict[int, list[Stream]] = {}
"""The open streams of this process by account, oldest first."""


def _admit(stream: Stream) -> None:
    mine = _open.setdefault(stream.user, [])
    mine.append(stream)
    for old in mine[:-MOST_STREAMS]:
        old.end("replaced")


def _dismiss(stream: Stream) -> None:
    mine = _open[stream.user]
    mine.remove(stream)
    if not mine:
        del _open[stream.user]


@database_sync_to_async
def _known(bearer: str, tables: set[str]) -> Known | None:
    """Return the current versions that the bearer may know, or None if the token is no longer valid.

    ``tables`` are the tables in events sent so far; for finished ones, the last version is included.
    """
    found = bearers.find_again(bearer)
    if found is None or access_restriction(found.user):
        return None
    user, fields = found.user, ("game__public_id", "pk", "game__version", "game__chat_version")
    rows = list(seats_of(user).values_list(*fields))
    seats = {table: pk for table, pk, *_versions in rows}
    if ended := tables - set(seats):
        rows += Player.objects.filter(seen_by(user), game__public_id__in=ended).values_list(*fields)
    waiting = pending_invitations(user, Invitation.objects.filter(game__status=Game.Status.OPEN))
    invited = dict(waiting.values_list("game__public_id", "game__version"))
    versions: dict[Topic, int] = {("invitation", table): version for table, version in invited.items()}
    for table, _pk, version, chat in rows:
        versions |= {("table", table): version, ("chat", table): chat}
    return Known(versions, seats, set(invited))


def _cache_key(user: int, key: str) -> str:
    return f"stream:{user}:{key}"


@database_sync_to_async
def _store(stream: Stream) -> None:
    """Store the versions that a stream has sent, so that it can be resumed."""
    sent = [[*topic, *last] for topic, last in stream.sent.items()]
    with suppress(RedisError):  # then the client's next stream starts afresh and reports every table
        cache.set(_cache_key(stream.user, stream.key), sent, RESUMABLE)


def _resumed(user: int, last: str) -> Sent:
    """Return the versions sent up to this ``Last-Event-ID``, or an empty dictionary if the id is unknown."""
    if not EVENT_ID.fullmatch(last):
        return {}
    key, _dash, number = last.partition("-")
    sent = next((dict(stream.sent) for stream in _open.get(user, ()) if stream.key == key), None)
    if sent is None:
        stored = cache.get(_cache_key(user, key)) or ()
        sent = {(kind, table): (version, at) for kind, table, version, at in stored}
    return {topic: known for topic, known in sent.items() if known[1] <= int(number)}


def _notify_streams(user: int, **_kwargs: Any) -> None:
    on_commit_account(user)


token_revoked.connect(_notify_streams)

_SCHEMA = {"schema": {"$ref": "#/components/schemas/StreamEvent"}}


@router.get(
    "/stream",
    auth=TABLES_READ,
    url_name="stream",
    summary="Stream",
    openapi_extra={"responses": {200: {"content": dict.fromkeys((SSE, *LINES), _SCHEMA)}}},
)
def open_stream(request: HttpRequest, last: LastEvent = "") -> HttpResponse:
    """Report changes of your tables as they happen: as server-sent events or, depending on `Accept`, as JSON lines.

    The stream begins with the versions of all your tables, or of those that have changed since `Last-Event-ID`.
    After ten seconds without an event, an empty line or comment is sent.
    """
    poll, bearer = poll_request_of(request), bearer_of(request)
    limit(request, "stream")
    kind = request.get_preferred_type([SSE, *LINES]) or SSE
    poll.stream = Stream(bearer, _resumed(bearer.user.pk, last), lines=kind != SSE)
    # Proxies must not cache, compress or buffer it.
    headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", "Vary": "Accept"}
    return HttpResponse(content_type=kind if kind != SSE else f"{SSE}; charset=utf-8", headers=headers)

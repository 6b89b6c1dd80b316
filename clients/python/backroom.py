"""A client of The Back Room's API, version 1, in one file that needs only the standard library.

client = Client("https://room.example.org", token="tbr_…")
for waiting in client.tables(to_move=True, wait=30):
    table = client.table(waiting["id"])
    client.move(table, table["legal"][0])
"""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from typing import Any, TypedDict
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

SILENCE = 30.0
"""Seconds without data after which a connection counts as broken."""
PASSING = {502, 503, 504}
"""The statuses of temporary failures, after which the same request is sent again."""
UNCHANGED = object()


class MyTable(TypedDict):
    """A table at which you have a seat or play for a friend."""

    id: str
    game: str
    name: str
    status: str
    version: str
    you: int | None
    my_move: bool
    deadline: str | None


class Seat(TypedDict):
    """A player. ``hand`` is None if it is hidden from you."""

    seat: int | None
    name: str
    persona: str
    computer: str
    is_you: bool
    to_move: bool
    deadline: str | None
    hand_size: int | None
    hand: list[str] | None
    out: bool


class Table(MyTable):
    """A table as you may see it, with the most used fields; docs/api/openapi.json has all of them."""

    legal: list[str]
    legal_in_words: list[str]
    drafts: list[str]
    to_move: list[int]
    seats: list[Seat]
    pieces: list[dict[str, Any]]
    hidden: list[dict[str, Any]]
    facts: dict[str, Any]
    outcome: dict[str, Any] | None


class Event(TypedDict):
    """An event in a game. ``text`` describes it, and is empty for formalities."""

    kind: str
    paragraph: str
    seat: int | None
    details: dict[str, Any]
    text: str


class MadeMove(TypedDict):
    """A move with its events. ``id`` is its number at the table."""

    id: int
    seat: int | None
    move: str
    by: str
    at: str
    events: list[Event]


class Plan(TypedDict):
    """Your plan, with its effect as sentences; ``obstacle`` says why it does not go on, if so."""

    steps: list[str]
    summary: list[str]
    obstacle: str
    suggested: list[str]


class StreamEvent(TypedDict):
    """A change ("table", "draft", "chat", "invitation") or the stream's end ("revoked", "replaced", "reconnect")."""

    kind: str
    table: str
    version: int
    id: str


class Problem(Exception):
    """A refusal (RFC 9457): ``sentence`` is for people, ``code`` for programs, and ``paragraph`` may name a rule."""

    def __init__(self, status: int, facts: Mapping[str, Any]) -> None:
        self.status, self.facts = status, facts
        self.code: str = facts.get("code", "")
        self.sentence: str = facts.get("detail", f"The site answered {status}.")
        self.paragraph: str = facts.get("paragraph") or ""
        self.version: str = facts.get("version") or ""
        self.retry_after: float = facts.get("retry_after") or 0
        super().__init__(self.sentence)


class Away(Exception):
    """Raised if the site can't be reached or its response can't be read. A change may have been made nevertheless."""


class _SameHost(HTTPRedirectHandler):
    """Follows redirects only to other ports of the same host, so that other hosts never get the token."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if (old.scheme, old.hostname) != (new.scheme, new.hostname):
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class Client:
    """Calls the API of ``site`` with a token, or without one for public data.

    ``language`` (en, fr, pl, sv) is the language of sentences, by default the account's. A request without a response
    is sent up to ``tries`` times; changes have an idempotency key, so that they happen only once. Methods raise
    `Problem` if the site refuses the request, `Away` if it can't be reached.
    """

    def __init__(self, site: str, token: str = "", language: str = "", tries: int = 4) -> None:
        self.root, self.tries = site.rstrip("/") + "/api/v1", tries
        self._headers = {"Accept": "application/json", "Content-Type": "application/json"}
        self._headers |= {"Authorization": f"Bearer {token}"} if token else {}
        self._headers |= {"Accept-Language": language} if language else {}
        self._seen: dict[str, tuple[str, Any]] = {}
        # never use the environment's proxies for this machine
        local = urlsplit(site).hostname in {"localhost", "127.0.0.1", "::1"}
        self._opener = build_opener(_SameHost, *([ProxyHandler({})] if local else []))

    @classmethod
    def from_environment(cls) -> Client:
        """Return a client for the variables BACK_ROOM_SITE and BACK_ROOM_TOKEN. Raise `KeyError` if one is missing."""
        return cls(os.environ["BACK_ROOM_SITE"], os.environ["BACK_ROOM_TOKEN"])

    def tables(self, *, to_move: bool = False, wait: int = 0) -> list[MyTable]:
        """Return your unfinished tables or, with ``to_move``, only the tables that wait for you.

        Wait up to ``wait`` seconds (at most 60) for a table or, without ``to_move``, for a change.
        """
        return self.get("/tables", wait, cached=not to_move, **({"to_move": 1} if to_move else {}))

    def table(self, table: str, *, words: bool = False) -> Table:
        """Return the table as you may see it; ``words`` adds the legal moves as sentences. Cached by its ETag."""
        return self.get(f"/tables/{quote(table)}", cached=True, **({"words": 1} if words else {}))

    def events(self, table: str, after: int = -1, wait: int = 0) -> list[MadeMove]:
        """Return up to 100 moves after the move with id ``after``. If there is none, wait up to ``wait`` seconds."""
        return self.get(f"/tables/{quote(table)}/events", wait, after=after)["moves"]

    def move(self, table: Table, move: str) -> Table:
        """Make a move on the table as you have seen it, and return the table after the move."""
        return self.post(f"/tables/{quote(table['id'])}/moves", version=table["version"], move=move)

    def undo(self, table: Table) -> Table:
        """Undo the last draft."""
        return self.post(f"/tables/{table['id']}/undo", version=table["version"])

    def plan(self, table: str) -> Plan:
        """Return your plan: moves that you have decided in advance."""
        return self.get(f"/tables/{quote(table)}/plan")

    def save_plan(self, table: Table, steps: Sequence[str]) -> Table:
        """Replace your plan by these steps in the game's notation; without steps, drop it."""
        path = f"/tables/{quote(table['id'])}/plan"
        if not steps:
            return self._ask("DELETE", path, None, {})[0]
        return self._ask("PUT", path, {"version": table["version"], "steps": [*steps]}, {})[0]

    def resign(self, table: Table) -> Table:
        """Leave the running game for good."""
        return self.post(f"/tables/{table['id']}/resign", version=table["version"])

    def chat(self, table: str) -> list[dict[str, Any]]:
        """Return the newest messages of the players, oldest first."""
        return self.get(f"/tables/{quote(table)}/chat")["messages"]

    def say(self, table: str, text: str) -> list[dict[str, Any]]:
        """Write to the players, and return the newest messages."""
        return self.post(f"/tables/{quote(table)}/chat", text=text)["messages"]

    def post(self, path: str, key: str = "", **body: Any) -> Any:
        """Post a change: ``client.post("/tables", game="chicago_poker")``. Pass your own ``key`` to retry safely."""
        return self._ask("POST", path, body, {"Idempotency-Key": key or str(uuid.uuid4())})[0]

    def stream(self, last: str = "") -> Iterator[StreamEvent]:
        """Yield changes after the event id ``last``. Resume broken connections; end after "revoked" or "replaced"."""
        pause = 1.0
        while True:
            headers = {"Accept": "application/x-ndjson"} | ({"Last-Event-ID": last} if last else {})
            try:
                with self._open("GET", "/stream", None, headers, SILENCE) as lines:
                    for line in lines:
                        if line.strip() and line.endswith(b"\n"):
                            event: StreamEvent = json.loads(line)
                            last, pause = event["id"], 1.0
                            yield event
                            if event["kind"] in {"revoked", "replaced"}:
                                return
            except Problem as problem:
                if problem.status not in {429, *PASSING}:
                    raise
                pause = max(pause, problem.retry_after)
            except (OSError, HTTPException, ValueError):
                pass  # broken: the next connection resumes
            time.sleep(pause)
            pause = min(2 * pause, 60.0)

    def get(self, path: str, wait: int = 0, *, cached: bool = False, **query: str | int) -> Any:
        """Return the response for any path: ``client.get("/lobby", game="chicago_poker")``. ``cached`` uses ETags."""
        key = f"{path}?{urlencode(query)}"
        etag, known = self._seen.get(key, ("", None)) if cached else ("", None)
        asked = f"{key}&wait={wait}" if wait else key
        body, new = self._ask("GET", asked, None, {"If-None-Match": etag} if etag else {}, SILENCE + wait)
        if body is UNCHANGED:
            return known
        if cached and new:
            self._seen[key] = new, body
        return body

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str], timeout: float = SILENCE) -> Any:
        """Return the response's JSON, or UNCHANGED, and its ETag."""
        for attempt in range(self.tries):
            try:
                with self._open(method, path, body, headers, timeout) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None, answer.headers["ETag"]
            except Problem as problem:
                if problem.status == 304:
                    return UNCHANGED, ""
                if problem.status not in PASSING or attempt == self.tries - 1:
                    raise
            except (OSError, HTTPException, ValueError) as failure:
                if attempt == self.tries - 1:
                    raise Away(f"{self.root} can’t be reached: {failure}") from failure
            time.sleep(2.0 ** (attempt - 1))
        raise ValueError("tries is at least 1")

    def _open(self, method: str, path: str, body: Any, headers: dict[str, str], timeout: float) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.root + path, data, self._headers | headers, method=method)
        try:
            return self._opener.open(request, timeout=timeout)
        except HTTPError as refused:
            is_problem = refused.headers.get_content_type() == "application/problem+json"  # a proxy's page is HTML
            raise Problem(refused.code, json.load(refused) if is_problem else {}) from None

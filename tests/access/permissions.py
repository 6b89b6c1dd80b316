"""Reads the table in permissions.txt and sends its requests to a site (``tests.access.cast``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from accounts.models import User
from tests.needs import EVERYTHING
from tests.rate_limits import reset_rate_limits

ROLES = ("visitor", "guest", "player", "opponent", "spectator", "moderator", "staff")
BOT = "bot"
"""The role of a user's bot, which has tokens and no pages, so it has a column only in the API's lines."""

PROBES = ("/healthz", "/readyz")
"""Paths without a view, which the outermost middleware answers."""

_ROWS = (
    "django_session",
    "usersessions_usersession",
    "accounts_connectiontrace",
    'accounts_user" SET "last_seen_at',
    'games_player" SET "last_seen_at',
    'accounts_token" SET "used_at',
    'games_feedkey" SET "language',
)
NOTED = re.compile(rf'[A-Z ]+"({"|".join(_ROWS)})"')
"""Matches writes that a GET may cause: sessions, presence, connection traces, token uses, and feed settings."""


@dataclass(frozen=True)
class Line:
    """A line of the table: a request, and the response for each of its ``roles``."""

    method: str
    page: str
    places: tuple[str, ...]
    body: str
    answers: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.method, self.page, *self.places]) + (f" ? {self.body}" if self.body else "")

    @property
    def roles(self) -> tuple[str, ...]:
        return _roles(self.page)

    def expected(self) -> dict[str, str]:
        """Return the responses by role. A method that no role may use is tried only by the player."""
        return {"player": "405"} if set(self.answers) == {"405"} else dict(zip(self.roles, self.answers, strict=True))

    def asked(self) -> dict[str, str]:
        """Return the responses to check: all in `make test-all`, otherwise the first and last role of each response."""
        answers = self.expected()
        if EVERYTHING:
            return answers
        first = {answer: role for role, answer in reversed(answers.items())}
        last = {answer: role for role, answer in answers.items()}
        return {role: answer for role, answer in answers.items() if role in (first[answer], last[answer])}


def lines() -> list[Line]:
    """Return the lines. ``a_{b,c}`` stands for two lines, and a single answer for all columns."""
    text = Path(__file__).with_suffix(".txt").read_text()
    rows = [row for row in text.splitlines() if row.strip() and not row.startswith("#")]
    return [line for row in rows for line in _read(row)]


def _read(row: str) -> Iterator[Line]:
    request, answers = row.split(" | ")
    asked, _, body = request.partition(" ? ")
    methods, pages, *places = asked.split()
    told = tuple(answers.split())
    for method, page in product(methods.split("/"), _each(pages)):
        yield Line(method, page, tuple(places), body.strip(), told * len(_roles(page)) if len(told) == 1 else told)


def _roles(page: str) -> tuple[str, ...]:
    return (*ROLES, BOT) if page.startswith("api:") else ROLES


def _each(page: str) -> list[str]:
    if (choice := re.search(r"\{([^}]*,[^}]*)\}", page)) is None:
        return [page]
    return [page.replace(choice[0], one, 1) for one in choice[1].split(",")]


def routes(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    """Yield every route of the site, named as in Django's ResolverMatch without the leading caret."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def of_tables() -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the URL parameters of every page of a table."""
    for pattern in get_resolver().url_patterns:
        for page in getattr(pattern, "url_patterns", []):
            if str(page.pattern).startswith("games/<slug:table>/"):
                yield page.name, re.findall(r"<\w+:(\w+)>", str(page.pattern))


@dataclass
class Site:
    """A site with one object of every kind: its users, and the values of the table's placeholders."""

    people: dict[str, User] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, SimpleCookie] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """Tokens with all scopes, by role. Visitors and guests have none."""

    def path(self, line: Line) -> str:
        if line.page.startswith(("/", "{admin}")):
            return line.page.format_map(self.words | {"admin": reverse("admin:index")})
        return reverse(line.page, args=[self._word(line.page, place) for place in line.places])

    def _word(self, page: str, place: str) -> str:
        return self.words[page.rsplit("_", 2)[1]] if place == "row" else place.format_map(self.words)

    def browser(self, role: str, **how: Any) -> Client:
        client = Client(raise_request_exception=False, **how)
        client.cookies = SimpleCookie(self.sessions[role].output(header=""))
        return client

    def answer(self, role: str, line: Line) -> str:
        """Return the response: a status, or the redirect's target. Changes are rolled back."""
        reset_rate_limits()
        changes: list[str] = []
        with transaction.atomic(), connection.execute_wrapper(_noting(changes)):
            response = self._asked(role, line)
            transaction.set_rollback(True)
        _drain(response)
        assert line.method != "GET" or not changes, changes
        return _told(response)

    def looked_at(self, role: str, line: Line, method: str = "GET") -> HttpResponse:
        """Return the whole response to a request without any input, and roll back its changes."""
        reset_rate_limits()
        with transaction.atomic():
            response = self.browser(role).generic(method, self.path(line), headers={"Origin": "https://evil.example"})
            transaction.set_rollback(True)
        _drain(response)
        return response

    def forged(self, role: str, line: Line) -> str:
        with transaction.atomic():
            response = self.browser(role, enforce_csrf_checks=True).post(self.path(line))
            transaction.set_rollback(True)
        return _told(response)

    def _asked(self, role: str, line: Line) -> HttpResponse:
        path, browser = self.path(line), self.browser(role)
        if line.page.startswith("api:") and role in self.tokens:
            # The cookies are sent, too, and must not count.
            browser.defaults["HTTP_AUTHORIZATION"] = self.tokens[role]
        if line.body.startswith("{"):
            return browser.generic(line.method, path, line.body, "application/json")
        body = dict(parse_qsl(line.body.format_map(self.words), keep_blank_values=True))
        return browser.get(path, body) if line.method == "GET" else browser.post(path, body)


def _noting(changes: list[str]) -> Callable[..., Any]:
    """Return a query wrapper that records the statements that write more than presence."""

    def noted(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and not NOTED.match(sql):
            changes.append(sql[:150])
        return execute(sql, *rest)

    return noted


def _drain(response: HttpResponse) -> None:
    """Read a streamed response to its end, so that the test client closes its file."""
    if response.streaming:
        b"".join(response)


def _told(response: HttpResponse) -> str:
    if response.status_code not in (301, 302, 303):
        return str(response.status_code)
    place = urlsplit(response.headers["Location"])
    assert place.netloc in ("", "testserver"), "nobody is sent to another site"
    path = place.path
    if path in (reverse("account_login"), reverse("admin:login")):
        return "login"
    found = resolve(path)
    return f">{found.view_name if found.url_name else path}"

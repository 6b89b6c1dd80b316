"""Requests that no browser sends, to every URL of the site.

``Reading`` records the headers and parameters that the site reads, ``Generator`` draws requests with some of them, and
``smallest`` reduces a failing request to its necessary parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.core.handlers.wsgi import WSGIRequest
from django.db import transaction
from django.http import QueryDict
from django.http.request import HttpHeaders
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.rate_limits import reset_rate_limits

NASTY = (
    "",
    "0",
    "-1",
    "99999999999999999999",
    "1e999",
    "NaN",
    "null",
    "\x00",
    "a\x00b",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "‮olleh",
    "​",
    "é" * 300,
    "🂡" * 50,
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "../../etc/passwd",
    "%s%n%(seat)s",
    "play 9M speakeasy3",
    "play * speakeasy1",
    "raid speakeasy1 99",
    "http://[",
    "//[::1",
    "limousine speakeasy1 jazz1 9M 9M 9M 9M",
    "bribery *",
    "resign " * 50,
    "x" * 5000,
    "%ff%fe",
)
NOT_UTF8 = "%ff%fe"
HEADER_VALUES = (
    "",
    "\x7f",
    "http://[",
    "//[::",
    "*",
    "a, b;q=x",
    "bytes=9-1,-",
    'W/"x',
    "9" * 5000,
    "sessionid=\x01; theme=<",
    "null",
    "http://testserver",
    "testserver:0",
    "multipart/form-data",
    "text/plain; charset=utf-99",
)
READ_BY_SERVERS = (
    "Accept-Encoding", "Authorization", "Content-Length", "If-Modified-Since", "If-None-Match", "Range", "Referer",
    "X-Forwarded-For", "X-Forwarded-Proto",
)  # fmt: skip
"""Headers read by code outside the test client, or only under other settings."""

COOKIES = ("sessionid", "csrftoken", "messages", "language", "theme")
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW")
TABLES = ("duel", "waits")
KNOWN = ("nosuch", "1", "alice", "chicago_poker")
"""Arguments of URLs other than tables: keys, user names, games."""

FORM = "application/x-www-form-urlencoded"
LOOKUPS = ("", "__exact", "__gte", "__lt", "__isnull", "__in", "__regex", "__year", "__month", "__day")


@cache
def filters_of_the_back_office() -> frozenset[str]:
    """Return the parameters by which staff filter lists, and some that no list offers."""
    names = {"password__startswith", "user__password__regex"}
    for model in filter(admin.site.is_registered, apps.get_models()):
        page = admin.site.get_model_admin(model)
        for entry in {*page.list_filter, page.date_hierarchy} - {None}:
            entry = entry[0] if isinstance(entry, tuple) else entry
            found = [entry + lookup for lookup in LOOKUPS] if isinstance(entry, str) else [entry.parameter_name]
            names.update(found)
    return frozenset(names)


@cache
def routes() -> list[str]:
    return list(_routes(get_resolver().url_patterns))


def _routes(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route.replace("\\Z", "").replace("^", "").replace("$", "")


def leading_somewhere(route: str, table: str) -> str:
    """Return a URL of the route with arguments of existing objects, if there are any."""

    def argument(found: re.Match[str]) -> str:
        name = found[0].strip("<>").rpartition(":")[2]
        if name == "object_id":
            return _first_key(*route.split("/")[1:3])
        return {"table": table, "username": "alice", "variant": "chicago_poker"}.get(name, "1")

    return _filled(route, argument)


def _filled(route: str, argument: Callable[[re.Match[str]], str]) -> str:
    return "/" + re.sub(r"<[^>]*>", argument, re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", route))


def _first_key(app: str, model: str) -> str:
    if f"{app}.{model}" not in {found._meta.label_lower for found in apps.get_models()}:
        return "1"
    row = apps.get_model(app, model)._default_manager.order_by("pk").first()
    return str(row.pk) if row else "1"


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """Undo the block's changes: in the database, in the client's cookies, and in rate limits."""
    reset_rate_limits()
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies


Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Request:
    """A request, and the number of the browser that sends it. ``cookies`` are added to the browser's own.

    ``body`` are the fields of a form, unless ``raw`` has another body.
    """

    browser: int
    method: str
    path: str
    query: Pairs = ()
    headers: Pairs = ()
    cookies: Pairs = ()
    body: Pairs = ()
    raw: tuple[bytes, str] | None = None

    def send(self, browsers: list[Client]) -> int:
        """Send the request, and return the status of the response.

        Leave nothing behind, so that a failing request fails again.
        """
        client, headers = browsers[self.browser], dict(self.headers)
        if self.cookies:
            own = [(name, morsel.value) for name, morsel in client.cookies.items()]
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in (*own, *self.cookies))
        data, content_type = self.raw or (_encoded(self.body).encode(), FORM)
        path = f"{self.path}?{_encoded(self.query)}" if self.query else self.path
        with undone(client):
            return client.generic(self.method, path, data, content_type, headers=headers).status_code

    def smaller(self) -> Iterator[Request]:
        """Yield smaller variants of the request, each with one part removed or one value cut in half."""
        if self.raw:
            yield replace(self, raw=None)
        for field in ("query", "headers", "cookies", "body"):
            pairs: Pairs = getattr(self, field)
            for at, (name, value) in enumerate(pairs):
                yield replace(self, **{field: pairs[:at] + pairs[at + 1 :]})
                if len(value) > 1:
                    yield replace(self, **{field: (*pairs[:at], (name, value[: len(value) // 2]), *pairs[at + 1 :])})


def _encoded(pairs: Pairs) -> str:
    return "&".join(f"{name}={NOT_UTF8 if value == NOT_UTF8 else quote(value)}" for name, value in pairs)


def smallest(request: Request, fails: Callable[[Request], bool]) -> Request:
    while (less := next(filter(fails, request.smaller()), None)) is not None:
        request = less
    return request


class Generator:
    """Draws requests with parameters and headers that the site reads, from a seed."""

    def __init__(self, seed: int, browsers: int, reading: Reading) -> None:
        self._chance, self._browsers = Random(seed), browsers
        self._headers = sorted(reading.headers - {"Cookie"})
        self._names = {route: reading.names_at(route) for route in routes()}

    def request(self, route: str) -> Request:
        names, chance = self._names[route], self._chance
        return Request(
            chance.randrange(self._browsers),
            chance.choice(METHODS[:2] if chance.random() < 0.8 else METHODS),
            self._path(route),
            self._pairs(names, 6, NASTY),
            self._pairs(self._headers, 5, HEADER_VALUES) + chance.choice([(), (("Hx-Request", "true"),)]),
            self._pairs(COOKIES, 2, HEADER_VALUES) if chance.random() < 0.3 else (),
            self._pairs(names, 8, NASTY),
            self._raw(names) if chance.random() < 0.3 else None,
        )

    def _path(self, route: str) -> str:
        """Return a URL of the route, with valid or invalid arguments."""

        def argument(_found: re.Match[str]) -> str:
            return quote(self._chance.choice((*TABLES, *KNOWN, *NASTY[:20])) or "x", safe="")

        return _filled(route, argument)

    def _pairs(self, names: Sequence[str], most: int, values: Sequence[str]) -> Pairs:
        some = self._chance.sample(names, self._chance.randint(0, min(most, len(names))))
        return tuple((name, self._chance.choice(values)) for name in some)

    def _raw(self, names: Sequence[str]) -> tuple[bytes, str]:
        chance = self._chance
        wrong: dict[str, object] = {chance.choice(names): chance.choice([None, {}, [1], 1e99, ""])}
        choices = [
            (chance.randbytes(chance.randrange(200)), FORM),
            (json.dumps(wrong).encode(), "application/json"),
            (b"--x\r\nbroken multipart", "multipart/form-data; boundary=x"),
            (b"move=" + b"x" * 70_000, FORM),
            (b"a=1&" * 500, f"{FORM}; charset=utf-99"),
        ]
        return chance.choice(choices)


class Reading:
    """The parts of requests that the site reads: ``headers``, and the ``parameters`` of each route by name."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.headers: set[str] = set(READ_BY_SERVERS)
        self.parameters: dict[str, set[str]] = {route: set() for route in routes()}
        self._route = ""
        self._watch(patch, HttpHeaders, "__getitem__")
        for method in ("__getitem__", "__contains__", "getlist"):
            self._watch(patch, QueryDict, method)
        self._watch_environment(patch)

    def ask(self, client: Client, method: str, route: str, table: str) -> None:
        self._route = route
        client.generic(method, leading_somewhere(route, table), b"", FORM)

    def names_at(self, route: str) -> list[str]:
        """Return the known parameters of the route, and some others."""
        more = filters_of_the_back_office() if route.startswith(settings.ADMIN_PATH) else set()
        return sorted(self.parameters[route] | more) or ["page"]

    def _note(self, mapping: object, name: str) -> None:
        if isinstance(mapping, HttpHeaders):
            self.headers.add(name.title())
        elif self._route:
            self.parameters[self._route].add(name)

    def _watch(self, patch: pytest.MonkeyPatch, mapping: type, method: str) -> None:
        read: Callable[..., Any] = getattr(mapping, method)

        def noting(found: Any, name: str, *more: Any) -> Any:
            self._note(found, name)
            return read(found, name, *more)

        patch.setattr(mapping, method, noting)

    def _watch_environment(self, patch: pytest.MonkeyPatch) -> None:
        headers, begin = self.headers, WSGIRequest.__init__

        def note(key: str) -> None:
            if name := HttpHeaders.parse_header_name(key):
                headers.add(name.title())

        class Environment(dict[str, Any]):
            def __getitem__(self, key: str) -> Any:
                note(key)
                return super().__getitem__(key)

            def __contains__(self, key: object) -> bool:
                note(str(key))
                return super().__contains__(key)

            def get(self, key: str, default: Any = None) -> Any:
                note(key)
                return super().get(key, default)

        def beginning(request: WSGIRequest, environ: dict[str, Any]) -> None:
            begin(request, Environment(environ))

        patch.setattr(WSGIRequest, "__init__", beginning)

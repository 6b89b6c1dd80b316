"""Rendered pages, collected by scenes for ``lab.album.pages``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.cast import client_of

SENT = ("Content-Type", "Content-Security-Policy", "Content-Language")
HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Page:
    """A rendered page. ``clicks`` are selectors to click before the screenshot.

    ``steps`` is the site's response when the playback script requests events. ``script`` enables scripts.
    """

    name: str
    path: str
    headers: dict[str, str]
    body: bytes
    clicks: tuple[str, ...]
    steps: bytes = b""
    script: bool = True


class Answer(Protocol):
    """The attributes of a response that the album uses; the response of Django's test client has no public type."""

    status_code: int
    content: bytes

    @property
    def headers(self) -> Mapping[str, str]: ...


class Album:
    def __init__(self, language: str = "") -> None:
        """Create an empty album. ``language`` overrides the language of every page."""
        self.pages: list[Page] = []
        self._language = language

    def add_page(
        self, name: str, path: str, who: str | None = None, language: str = "en", *clicks: str, **facts: bool
    ) -> None:
        """Add the page at ``path`` as this user (None: a visitor) sees it. ``facts`` are attributes of ``Page``."""
        client = self.visitor(who, language)
        answer = client.get(path)
        self.add_answer(name, path, answer, *clicks, steps=_steps(client, answer.content), **facts)

    def visitor(self, who: str | None = None, language: str = "en") -> Client:
        """Return a client, signed in as this user, if any. Set the language of the client and of all users."""
        cache.clear()
        language = self._language or language
        User.objects.update(language=language)
        client = client_of(User.objects.get(username=who) if who else None)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        return client

    def add_answer(self, name: str, path: str, answer: Answer, *clicks: str, **facts: Any) -> None:
        """Add a response of the site as a page. Raise `RuntimeError` if its status is unexpected."""
        if answer.status_code not in (200, 403, 404, 422):
            raise RuntimeError(f"{path} answers {answer.status_code}")
        sent = {header: answer.headers[header] for header in SENT if header in answer.headers}
        self.add(name, path, answer.content, sent, clicks, **facts)

    def add(
        self,
        name: str,
        path: str,
        body: bytes,
        headers: dict[str, str] | None = None,
        clicks: tuple[str, ...] = (),
        **facts: Any,
    ) -> None:
        number = f"{len(self.pages) + 1:02}"
        self.pages.append(Page(f"{number}-{name}", path, headers or {"Content-Type": HTML}, body, clicks, **facts))


def _steps(client: Client, body: bytes) -> bytes:
    """Return the steps that the page's playback script would fetch, or empty bytes if the page has no playback."""
    address, since = (re.search(rb'data-%s="([^"]+)"' % name, body) for name in (b"steps", b"since"))
    return client.get(f"{address[1].decode()}?since={since[1].decode()}").content if address and since else b""


Scene = Callable[[Album], None]

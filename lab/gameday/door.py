"""The load balancer in front of both web processes, through which people reach the site."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from time import monotonic, sleep
from urllib.error import URLError

from accounts.models import User
from lab.gameday.ledger import Ledger, now
from tests.processes import NO_HEADERS, Answer, Visitor

TRIES_FOR = 5
"""The seconds for which the proxy tries to find a process for a request: ``lb_try_duration`` in the Caddyfile."""

MOST = 25
"""The seconds for which a browser waits for a response."""

LEGAL = re.compile(r'<script id="legal-moves"[^>]*>(.*?)</script>', re.DOTALL)
VERSION = re.compile(r'name="version" value="([^"]+)"')
SHOWN = re.compile(r'data-version="(\d+)"')


class Browser(Visitor):
    """A browser with an open table page. ``attended`` tells the site whether the user is looking at the page."""

    def __init__(self, user: User, attended: bool) -> None:
        super().__init__(user)
        self.user, self._attended = user, attended

    def headers(self) -> dict[str, str]:
        return super().headers() | {"X-Attended": str(int(self._attended)), "HX-Request": "true"}


@dataclass
class Page:
    """A parsed page: its versions, and the legal moves except resignation, or none if it isn't the viewer's turn."""

    legal: list[str]
    post: str
    """The version to send with a move."""
    shown: int


def page_of(text: str) -> Page:
    legal, post, shown = LEGAL.search(text), VERSION.search(text), SHOWN.search(text)
    moves = [move for move in json.loads(legal[1]) if move != "resign"] if legal else []
    return Page(moves, post[1] if post else "", int(shown[1]) if shown else -1)


class Refused(Exception):
    """Raised if no process accepted the request."""


@dataclass
class Door:
    """A load balancer: each request goes to the next web process, or to another one if the connection is refused."""

    webs: Sequence[Callable[[], str]]
    ledger: Ledger
    _turns: itertools.count[int] = field(default_factory=itertools.count)

    def get(self, browser: Visitor, path: str) -> Answer | None:
        """Return the response to a GET request, or None if there was no response."""
        return self._ask(path, lambda url: browser.get(url, MOST))

    def post(self, browser: Visitor, path: str, **data: str) -> Answer | None:
        """Return the response to a posted form, or None if there was no response; the request may have taken effect."""
        return self._ask(path, lambda url: browser.post(url, MOST, NO_HEADERS, **data))

    def _ask(self, path: str, ask: Callable[[str], Answer]) -> Answer | None:
        try:
            answer = self._passed_on(path, ask)
        except Refused:
            self.ledger.count("no process")
            return None
        except (OSError, HTTPException):
            self.ledger.count("broken")
            return None
        self.ledger.count(str(answer.status))
        if answer.status >= 500 and answer.status != 503:
            self.ledger.errors.append(f"{now():%H:%M:%S} {answer.status} {path}")
        return answer

    def _passed_on(self, path: str, ask: Callable[[str], Answer]) -> Answer:
        end = monotonic() + TRIES_FOR
        while monotonic() < end:
            try:
                return ask(self.webs[next(self._turns) % len(self.webs)]() + path)
            except URLError as error:
                if not isinstance(error.reason, ConnectionRefusedError):
                    raise
                sleep(0.1)
        raise Refused

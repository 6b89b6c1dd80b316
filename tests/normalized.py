"""Responses without the parts that differ on every request, for comparison."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

TOKENS = re.compile(r'(name="csrfmiddlewaretoken" value=|nonce=|data-now=)"[^"]*"')
KEYS = re.compile(r"/friends/([0-9]+|with/[^/]+)/")
"""Matches primary keys, and links that contain their time of creation."""


class Answer(NamedTuple):
    """A response: status, redirects, text without tokens and primary keys, and number of queries."""

    status: int
    way: list[tuple[str, int]]
    text: str
    queries: int


def asked(client: Client, address: str, **fields: str) -> Answer:
    return _answer(lambda: client.post(address, fields, follow=True))


def seen(client: Client, address: str) -> Answer:
    return _answer(lambda: client.get(address))


def _answer(ask: Any) -> Answer:
    with CaptureQueriesContext(connection) as queries:
        answer = ask()
    text = KEYS.sub("/friends/KEY/", TOKENS.sub(r"\1", answer.content.decode()))
    return Answer(answer.status_code, getattr(answer, "redirect_chain", []), text, len(queries))


IN_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
"""A start tag. Our attributes contain no angle brackets."""


def compact(html: str) -> str:
    """Return HTML without the white space of its source's layout.

    The result is on one line, with only the necessary spaces inside or beside tags. Use it only to compare with
    expected text: between inline elements, a browser would show a space that is removed here.
    """
    html = re.sub(r"[ \t\r\n]+", " ", html)
    html = IN_TAG.sub(lambda tag: re.sub(r" (/?>)$", r"\1", tag[0]), html)
    return re.sub(r" ?(<[^<>]*>) ?", r"\1", html)

"""Answers as one and the same person compares them: without what differs each time anyway."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

TOKENS = re.compile(r'(name="csrfmiddlewaretoken" value=|nonce=)"[^"]*"')
KEYS = re.compile(r"/friends/[0-9]+/")


class Answer(NamedTuple):
    """Status, the way there, the text without tokens and keys of rows, and how many queries it took."""

    status: int
    way: list[tuple[str, int]]
    text: str
    queries: int


def asked(client: Client, address: str, **fields: str) -> Answer:
    """What somebody gets who posts there and follows where it leads."""
    return _answer(lambda: client.post(address, fields, follow=True))


def seen(client: Client, address: str) -> Answer:
    """What somebody sees there."""
    return _answer(lambda: client.get(address))


def _answer(ask: Any) -> Answer:
    with CaptureQueriesContext(connection) as queries:
        answer = ask()
    text = KEYS.sub("/friends/KEY/", TOKENS.sub(r"\1", answer.content.decode()))
    return Answer(answer.status_code, getattr(answer, "redirect_chain", []), text, len(queries))

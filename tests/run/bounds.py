"""The limits that a running site sets on its input, tested from outside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

LONG = b"a" * 10_000_000


def listens_to_its_own_pages_alone(port: int, origin: str, table: str) -> None:
    """Check that the site refuses sockets of other origins, long frames, and messages other than pings."""
    address = f"ws://127.0.0.1:{port}/ws/games/{table}/"
    for elsewhere in (None, "https://evil.example", "http://127.0.0.1:9"):
        with pytest.raises(InvalidStatus) as denied:
            connect(address, origin=elsewhere, open_timeout=60)
        assert denied.value.response.status_code == 403
    for said, code in (("x" * 2000, 1009), ("move draw", 1008), (b"ping", 1008)):
        with connect(address, origin=origin, open_timeout=60) as page:
            page.recv(10)
            page.send(said)
            with pytest.raises(ConnectionClosed) as closed:
                page.recv(10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == code


def refuses_long_bodies_in_words(url: str, *bodies: bytes | Iterator[bytes]) -> None:
    """Check that the site refuses long bodies with a declared length, and long ``bodies`` without one."""
    for body in (LONG, *bodies):
        request = Request(f"{url}/play-now/", body, {"Content-Type": "application/x-www-form-urlencoded"})
        with pytest.raises(HTTPError) as refused:
            urlopen(request, timeout=20)
        with refused.value as answer:
            assert (answer.code, b"more than this site accepts" in answer.read()) == (413, True)


def sends_whole_pages(port: int, *, on_one_connection: bool = True) -> None:
    """Check that refusals are complete pages. A wrong length would corrupt the next page on the connection."""
    refusals = [
        ("GET", "/play-now/", 405, b"only works through a button"),
        ("GET", "/nowhere/", 404, b"a private table you aren"),
        ("POST", "/lobby/", 403, b"This page was out of date"),
        ("GET", "/settings/theme/", 405, b"only works through a button"),
    ]
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.connect()
        first = connection.sock
        for method, path, status, words in refusals:
            connection.request(method, path, body=b"" if method == "POST" else None)
            answer = connection.getresponse()
            page = answer.read()
            assert (answer.status, words in page, b"</html>" in page) == (status, True, True), path
        assert (connection.sock is first) is on_one_connection

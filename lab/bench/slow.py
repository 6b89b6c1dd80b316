"""The time of a page while two hundred other clients send endless requests byte by byte.

Measured on a process of ``web`` behind Caddy, and on the single process of ``make play``.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from lab.bench.measure import Measure
from lab.bench.services import processes
from tests.processes import Visitor
from tests.run.caddy import Secure, proxy_before
from tests.run.slow_clients import CLIENTS, drippers
from tests.site import Site, free_port

PAGES = ("/", "/lobby/", "/about/")
MEASURED = 90

PAUSE = 0.05

BAR = 1_000
"""The limit in milliseconds."""


def measures() -> Iterator[Measure]:
    """Yield the measures of each kind of site. Needs TEST_REDIS_URL, PostgreSQL and Caddy."""
    port = free_port()
    real = {"SITE_URL": f"https://localhost:{port}", "ALLOWED_HOSTS": "localhost", "TRUSTED_PROXIES": "1"}
    with processes(**real) as running, TemporaryDirectory() as folder:
        web, sockets = running.start("web", "sockets")
        with proxy_before(Path(folder), port, [web], sockets) as proxy:
            yield from _measured("web behind Caddy", Secure(proxy), proxy.url, proxy.context)
    with TemporaryDirectory() as folder:
        site = Site(Path(folder) / "data")
        site.open()
        try:
            yield from _measured("make play", Visitor(), site.url)
        finally:
            site.close()


def _measured(name: str, visitor: Visitor, url: str, context: ssl.SSLContext | None = None) -> Iterator[Measure]:
    for page in PAGES:
        _seconds(visitor, f"{url}{page}")
    with drippers(url, context):
        times = list(_repeated(visitor, url))
    what = f"{name}: while {CLIENTS} clients drip, the median of {MEASURED} pages"
    yield Measure(what, median(times) * 1000, BAR, " ms", False)
    yield Measure("the slowest of them", max(times) * 1000, BAR, " ms", False)


def _repeated(visitor: Visitor, url: str) -> Iterator[float]:
    """Visit MEASURED pages with pauses, and yield the seconds of each visit."""
    for page in islice(cycle(PAGES), MEASURED):
        yield _seconds(visitor, f"{url}{page}")
        sleep(PAUSE)


def _seconds(visitor: Visitor, address: str) -> float:
    """Return the seconds until the page was complete. Raise `RuntimeError` unless the status is 200."""
    begun = monotonic()
    if (status := visitor.get(address).status) != 200:
        raise RuntimeError(f"{address} was answered with {status}")
    return monotonic() - begun

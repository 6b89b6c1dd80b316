"""A page that somebody asks for while two hundred others drip: byte by byte they send requests that never end.

Of one process of ``web``, one of ``sockets``, and the single process of ``make play``. A page is waited for until the
processes drop the slow ones (``REQUEST_TIMEOUT``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from lab.bench.measure import Measure
from lab.bench.services import processes
from tests.processes import Visitor
from tests.run.slow_clients import CLIENTS, Drippers, drippers
from tests.site import Site

PAGES = ("/", "/lobby/", "/about/")
PAUSE = 0.05
"""Seconds between two pages."""

BAR = 1_000
"""Milliseconds."""


def measures() -> Iterator[Measure]:
    """Yield the measures of each kind of process; TEST_REDIS_URL and PostgreSQL must be there."""
    with processes() as running:
        for name in ("web", "sockets"):
            (server,) = running.start(name)
            yield from _measured(name, server.url)
    with TemporaryDirectory() as folder:
        site = Site(Path(folder) / "data")
        site.open()
        try:
            yield from _measured("make play", site.url)
        finally:
            site.close()


def _measured(name: str, url: str) -> Iterator[Measure]:
    for page in PAGES:
        _asked(f"{url}{page}")
    with drippers(url) as dripping:
        times = list(_asked_meanwhile(url, dripping))
    what = f"{name}: while {CLIENTS} clients drip, the median of {len(times)} pages"
    yield Measure(what, median(times) * 1000, BAR, " ms", False)
    yield Measure("the slowest of them", max(times) * 1000, BAR, " ms", False)


def _asked_meanwhile(url: str, dripping: Drippers) -> Iterator[float]:
    """Yield the seconds of each page, while most clients send slowly."""
    pages = cycle(PAGES)
    while dripping.open > CLIENTS / 2:
        yield _asked(f"{url}{next(pages)}")
        sleep(PAUSE)


def _asked(address: str) -> float:
    """Return the seconds until a page has come. Raise `RuntimeError` if none does."""
    begun = monotonic()
    if (status := Visitor().get(address).status) != 200:
        raise RuntimeError(f"{address} was answered with {status}")
    return monotonic() - begun

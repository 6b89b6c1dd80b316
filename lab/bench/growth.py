"""The database time of each page on small and on large sites.

Each size has its own database (lab/bench/synthetic.py). Every page is opened on all of them in turn, so that other load
on the machine affects all sizes equally.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass
from statistics import median

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.runner import DiscoverRunner
from django.test.utils import setup_test_environment, teardown_test_environment

from lab.bench.measure import Measure
from lab.bench.site_pages import Browsers, Page, Plan, pages
from lab.bench.synthetic import GROWING, Size, fill

SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 15
BAR = 1.5


@dataclass(frozen=True)
class Site:
    """A site with ``games`` games on its own ``database``, which ``choose`` makes the default connection."""

    games: int
    database: BaseDatabaseWrapper
    browsers: Browsers
    pages: Sequence[Page]

    def choose(self) -> None:
        connections["default"] = self.database

    def seconds(self, number: int) -> float:
        """Return the seconds spent in queries during one visit of a page."""
        self.choose()
        return sum(asked.seconds for asked in self.browsers.visit(self.pages[number]))

    def scanned(self, number: int) -> set[str]:
        """Return the growing tables that a page scans sequentially."""
        self.choose()
        asked = self.browsers.visit(self.pages[number])
        plans = [Plan.of(each, run=False) for each in asked if each.is_select]
        return {table for plan in plans for table in plan.scanned()} & {model._meta.db_table for model in GROWING}


def measures(sizes: Sequence[int] = SIZES) -> Iterator[Measure]:
    """Yield each page's time on the largest site relative to the smallest, and the tables scanned sequentially."""
    setup_test_environment()
    with ExitStack() as stack:
        sites = [stack.enter_context(_site(games)) for games in sizes]
        sys.stdout.write(f"| page | {' | '.join(f'{games:,}' for games in sizes)} |\n")
        sys.stdout.write(f"| --- |{' ---: |' * len(sizes)}\n")
        ratios = [_ratio(sites, number) for number in range(len(sites[0].pages))]
        for page, ratio in zip(sites[0].pages, ratios, strict=True):
            yield Measure(f"SQL of {page} among {sizes[-1]:,} games against {sizes[0]:,}", ratio, BAR, "×", False)
        scans = {str(page): sites[-1].scanned(number) for number, page in enumerate(sites[-1].pages)}
        told = "; ".join(f"{', '.join(tables)} by {page}" for page, tables in scans.items() if tables) or "none"
        count = len(set().union(*scans.values()))
        yield Measure(f"tables read from end to end among {sizes[-1]:,} games ({told})", count, 0, "", False)
    teardown_test_environment()


@contextmanager
def _site(games: int) -> Iterator[Site]:
    usual = connections["default"]
    database = deepcopy(usual.settings_dict)
    database["TEST"]["NAME"] = f"test_{database['NAME']}_{games}"
    database["OPTIONS"].pop("pool", None)  # pools are keyed by alias, not by database
    connections["default"] = type(usual)(database, "default")
    runner = DiscoverRunner(verbosity=0, interactive=False)
    made = runner.setup_databases()
    try:
        fill(Size(games))
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        yield Site(games, connections["default"], Browsers(), pages())
    finally:
        runner.teardown_databases(made)
        connections["default"] = usual


def _ratio(sites: Sequence[Site], number: int) -> float:
    """Print a page's median times, and return the ratio of the largest site's to the smallest site's."""
    for site in sites:
        site.seconds(number)  # fill the caches
    rounds = [[site.seconds(number) for site in sites] for _round in range(ROUNDS)]
    medians: list[float] = [median(times) for times in zip(*rounds, strict=True)]
    shown = " | ".join(f"{1000 * seconds:.1f}" for seconds in medians)
    sys.stdout.write(f"| {sites[0].pages[number]} | {shown} |\n")
    sys.stdout.flush()
    return medians[-1] / medians[0]

"""Pages of a large site find their rows by an index: no page reads a table that grows from end to end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.db.models import CheckConstraint
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from lab.bench.site_pages import Browsers, Page, Plan, pages
from lab.bench.synthetic import GROWING, REGULAR, Size, fill

SIZE = Size(10_000)
SMALL = 1_500
"""Rows of a table that PostgreSQL may read whole, since that is cheaper than many look-ups."""
LARGE = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
"""Plans that PostgreSQL avoids by itself for large tables: off, it plans for this small site as for a large one."""
PARTIAL = {
    each.name
    for model in GROWING
    for each in (*model._meta.indexes, *model._meta.constraints)
    if getattr(each, "condition", None) and not isinstance(each, CheckConstraint)
}
"""Indexes of what waits, which may be read whole: it does not grow with the site's age."""
FEW = 1_000
"""Rows that a query may return of a user who has had 3,000 games: turns are counted by the hour."""


def plans(browsers: Browsers, page: Page) -> list[Plan]:
    """Return how the queries of a page are answered."""
    asked = browsers.visit(page)
    with planned_for_a_large_site():
        return [Plan.of(each, run=False) for each in asked if each.is_select]


@contextmanager
def planned_for_a_large_site() -> Iterator[None]:
    """Let PostgreSQL plan as if each table were large."""
    with connection.cursor() as cursor:
        for setting in LARGE:
            cursor.execute(f"SET LOCAL {setting} = off")
        yield
        for setting in LARGE:
            cursor.execute(f"SET LOCAL {setting} = on")


def whole(node: dict[str, Any], limited: bool = False) -> Iterator[str]:
    """Yield the tables that are read from end to end.

    They are read by no index, or along one without a condition and a limit.
    """
    kind = node["Node Type"]
    index = node.get("Index Name", "no index")
    unbounded = kind in ("Index Scan", "Index Only Scan") and not (limited or "Index Cond" in node or index in PARTIAL)
    if unbounded or kind.endswith("Seq Scan"):
        yield f"{node['Relation Name']} by {index}"
    limited = kind == "Limit" or (limited and kind not in ("Sort", "Aggregate", "Hash"))
    for child in node.get("Plans", ()):
        yield from whole(child, limited)


@pytest.fixture(scope="module", autouse=True)
def leaves_no_dead_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Rolled back rows stay in PostgreSQL's files, and each later test would read past them."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("VACUUM")


@pytest.fixture
def browsers(db: None) -> Browsers:
    """Of people at a large site, whose tables PostgreSQL knows."""
    fill(SIZE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Browsers()


@pytest.mark.postgres
@pytest.mark.slow
def test_no_page_reads_a_growing_table_from_end_to_end(browsers: Browsers, subtests: pytest.Subtests) -> None:
    large = {model._meta.db_table for model in GROWING if model._default_manager.count() > SMALL}
    assert len(large) > len(GROWING) / 2
    for page in pages():
        with subtests.test(str(page)):
            found = {table for plan in plans(browsers, page) for table in whole(plan.root)}
            assert {table for table in found if table.split()[0] in large} == set()


@pytest.mark.postgres
@pytest.mark.slow
def test_no_page_reads_each_game_of_a_long_history(browsers: Browsers, subtests: pytest.Subtests) -> None:
    for name in ("profile", "home", "friends", "vacation"):
        page = Page(REGULAR, reverse(name, args=[REGULAR] if name == "profile" else []))
        with subtests.test(str(page)):
            plans = [Plan.of(asked, run=True) for asked in browsers.visit(page) if asked.is_select]
            assert max(plan.root["Actual Rows"] for plan in plans) <= FEW

"""Pages of a large site find their rows by an index, and never scan a growing table."""

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
"""The number of rows up to which PostgreSQL may scan a table, which is then cheaper than many look-ups."""
LARGE = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
"""Plan types that PostgreSQL avoids for large tables, disabled so that it plans as for a large site."""
PARTIAL = {
    each.name
    for model in GROWING
    for each in (*model._meta.indexes, *model._meta.constraints)
    if getattr(each, "condition", None) and not isinstance(each, CheckConstraint)
}
"""Indexes of pending rows, which may be scanned because they don't grow with the site's age."""
FEW = 1_000
"""The number of rows that a query may return about a user with 3,000 games, where turns are counted by the hour."""


def plans(browsers: Browsers, page: Page) -> list[Plan]:
    asked = browsers.visit(page)
    with planned_for_a_large_site():
        return [Plan.of(each, run=False) for each in asked if each.is_select]


@contextmanager
def planned_for_a_large_site() -> Iterator[None]:
    """Make PostgreSQL plan as if each table were large."""
    with connection.cursor() as cursor:
        for setting in LARGE:
            cursor.execute(f"SET LOCAL {setting} = off")
        yield
        for setting in LARGE:
            cursor.execute(f"SET LOCAL {setting} = on")


def whole(node: dict[str, Any], limited: bool = False) -> Iterator[str]:
    """Yield the tables that are scanned completely.

    PostgreSQL reads them without an index, or by an index without a condition or a limit.
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
    """Run VACUUM at the end, because rolled back rows stay in PostgreSQL's files and slow down later tests."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("VACUUM")


@pytest.fixture
def browsers(db: None) -> Browsers:
    """Browsers of users at a large site with up-to-date planner statistics."""
    fill(SIZE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Browsers()


@pytest.mark.whole
@pytest.mark.postgres
@pytest.mark.slow
def test_no_page_reads_a_growing_table_from_end_to_end_or_each_game_of_a_long_history(
    browsers: Browsers, subtests: pytest.Subtests
) -> None:
    """Both are checked at the same site, because filling it takes longer than planning its pages."""
    large = {model._meta.db_table for model in GROWING if model._default_manager.count() > SMALL}
    assert len(large) > len(GROWING) / 2
    for page in pages():
        with subtests.test(str(page)):
            found = {table for plan in plans(browsers, page) for table in whole(plan.root)}
            assert {table for table in found if table.split()[0] in large} == set()
    for name in ("profile", "home", "friends", "vacation"):
        page = Page(REGULAR, reverse(name, args=[REGULAR] if name == "profile" else []))
        with subtests.test(f"rows of {page}"):
            run = [Plan.of(asked, run=True) for asked in browsers.visit(page) if asked.is_select]
            assert max(plan.root["Actual Rows"] for plan in run) <= FEW

"""Pagination and counts whose cost does not grow with the number of rows."""

import json
from functools import cached_property
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db import connections
from django.db.models import QuerySet


class Count(NamedTuple):
    """A number of rows, possibly an estimate."""

    number: int
    is_exact: bool = True

    def __str__(self) -> str:
        return str(self.number) if self.is_exact else f"≈ {self.number}"


def bounded_count(rows: QuerySet[Any, Any], most: int) -> Count:
    """Count up to ``most`` rows. For more, return PostgreSQL's estimate, or the exact count on SQLite."""
    if (number := rows[:most].count()) < most:
        return Count(number)
    if connections[rows.db].vendor != "postgresql":
        return Count(rows.count())
    # Explain a query for keys only: the joins needed for display make planning slower.
    plan = json.loads(rows.order_by().values("pk").explain(format="json"))[0]["Plan"]
    return Count(max(most, plan["Plan Rows"]), is_exact=False)


class BoundedPaginator(Paginator):
    """A paginator for the first ``most`` rows, which counts no further."""

    object_list: Any

    def __init__(self, object_list: Any, per_page: int, most: int) -> None:
        super().__init__(object_list, per_page)
        self.most = most

    @cached_property
    def count(self) -> int:
        return int(self.object_list[: self.most].count())


class NewestLastPaginator(Paginator):
    """A paginator with the newest rows on the last page, which also gets the remainder, so that no page is short."""

    def __init__(self, object_list: Any, per_page: int) -> None:
        super().__init__(object_list, per_page, orphans=per_page - 1)

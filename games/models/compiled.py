"""Queries whose SQL is compiled once: compiling that of a move took as long as running it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)

_KEY = -1
"""Stands for the key in the query that is compiled. No row has it."""


class CompiledQuery(Generic[M]):
    """A query for the rows of one key.

    ``build`` makes the query for a key, which is its only parameter, and may occur several times.
    """

    def __init__(self, build: Callable[[int], models.QuerySet[M]]) -> None:
        self._build = build
        self._compiled = cache(self._compile)

    def __call__(self, key: int) -> list[M]:
        """The rows, with what the query annotates as attributes. They are new objects, with no relation loaded."""
        model, sql, times = self._compiled(connection.vendor)
        return list(model._default_manager.using(connection.alias).raw(sql, [key] * times))

    def values(self, key: int) -> list[tuple[Any, ...]]:
        """The rows of a ``values_list`` as the database has them: on SQLite booleans are 0 and 1, JSON is text."""
        _model, sql, times = self._compiled(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(sql, [key] * times)
            return cursor.fetchall()

    def _compile(self, _vendor: str) -> tuple[type[M], str, int]:
        queryset = self._build(_KEY)
        sql, parameters = queryset.query.sql_with_params()
        if set(parameters) != {_KEY}:
            raise ValueError(f"the key is not the only parameter of {sql}")
        return queryset.model, sql, len(parameters)

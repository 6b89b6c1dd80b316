"""Queries whose SQL is compiled once: compiling that of a move took as long as running it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)

KEY = -1
"""Stands for a row's key in the query that is compiled. No row has it."""

TEXT = "stands for a text"
"""Stands for a text that is looked for."""


class CompiledQuery(Generic[M]):
    """A query whose SQL is made once, for values that differ each time.

    ``build`` makes the query for one value for each of ``standing_in``, by default a key; each value may occur several
    times. What else the query compares with stays as it is. Raises ValueError where a value doesn't occur.
    """

    def __init__(self, build: Callable[..., models.QuerySet[M, Any]], *standing_in: int | str) -> None:
        self._build, self._standing_in = build, standing_in or (KEY,)
        self._compiled = cache(self._compile)

    def __call__(self, *given: int | str) -> list[M]:
        """The rows, with what the query annotates as attributes. They are new objects, with no relation loaded."""
        model, sql, parameters = self._compiled(connection.vendor)
        return list(model._default_manager.using(connection.alias).raw(sql, self._filled(parameters, given)))

    def values(self, *given: int | str) -> list[tuple[Any, ...]]:
        """The rows of a ``values_list`` as the database has them: on SQLite booleans are 0 and 1, JSON is text."""
        _model, sql, parameters = self._compiled(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(sql, self._filled(parameters, given))
            return cursor.fetchall()

    def _filled(self, parameters: tuple[Any, ...], given: tuple[int | str, ...]) -> list[Any]:
        values = dict(zip(self._standing_in, given, strict=True))
        return [values.get(parameter, parameter) for parameter in parameters]

    def _compile(self, _vendor: str) -> tuple[type[M], str, tuple[Any, ...]]:
        queryset = self._build(*self._standing_in)
        sql, parameters = queryset.query.sql_with_params()
        if missing := set(self._standing_in) - set(parameters):
            raise ValueError(f"{missing} does not occur in {sql}")
        return queryset.model, sql, parameters

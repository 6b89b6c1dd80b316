"""Queries whose SQL is compiled once: compiling that of a move took as long as running it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection, connections, models, router

M = TypeVar("M", bound=models.Model)

KEY = -1
"""Stands for a row's key in the query that is compiled. No row has it."""

NUMBER = 2_147_483_646
"""Stands for a number: Django leaves out of a query what every positive number meets."""

TEXT = "stands for a text"
"""Stands for a text that is looked for."""


def field_names(model: type[models.Model]) -> list[str]:
    """Every column's field, for ``related``."""
    return [field.name for field in model._meta.concrete_fields]


NOTHING: Mapping[str, Sequence[str]] = {}


class CompiledQuery(Generic[M]):
    """A query whose SQL is made once, for values that differ each time.

    ``build`` makes the query for one value for each of ``standing_in``, by default a key; each value may occur several
    times. What else the query compares with stays as it is. ``related`` names the fields of each foreign key whose row
    is loaded with it; its other fields are deferred. The database is the one that the model is read from at the moment.
    Raises ValueError where a value doesn't occur.
    """

    def __init__(
        self,
        build: Callable[..., models.QuerySet[M, Any]],
        *standing_in: int | str,
        related: Mapping[str, Sequence[str]] = NOTHING,
    ) -> None:
        self._build, self._standing_in, self._related = build, standing_in or (KEY,), related
        self._instances = cache(self._compile_instances)
        self._values = cache(self._compile_values)

    def __call__(self, *given: int | str) -> list[M]:
        """The rows as new instances, with what the query annotates as attributes."""
        sql, layout = self._instances(connection.vendor)
        alias = router.db_for_read(self._queryset.model)
        return [layout.instance(row, alias) for row in sql.rows(alias, self._standing_in, given)]

    def first(self, *given: int | str) -> M | None:
        """The first row, or None."""
        return next(iter(self(*given)), None)

    def values(self, *given: int | str) -> list[tuple[Any, ...]]:
        """The rows of a ``values_list`` as the database has them: on SQLite booleans are 0 and 1, JSON is text."""
        sql = self._values(connection.vendor)
        return sql.rows(router.db_for_read(self._queryset.model), self._standing_in, given)

    @cached_property
    def _queryset(self) -> models.QuerySet[M, Any]:
        return self._build(*self._standing_in)

    def _compile_instances(self, _vendor: str) -> tuple[_Sql, _Layout[M]]:
        queryset = self._queryset
        layout = _Layout(queryset.model, self._related, list(queryset.query.annotations))
        return _compiled(queryset.values_list(*layout.names), self._standing_in), layout

    def _compile_values(self, _vendor: str) -> _Sql:
        return _compiled(self._queryset, self._standing_in)


class _Sql(NamedTuple):
    """A statement, with the parameters in whose places the given values are put."""

    text: str
    parameters: tuple[Any, ...]

    def rows(self, alias: str, standing_in: Sequence[int | str], given: Sequence[int | str]) -> list[tuple[Any, ...]]:
        values = dict(zip(standing_in, given, strict=True))
        with connections[alias].cursor() as cursor:
            cursor.execute(self.text, [values.get(parameter, parameter) for parameter in self.parameters])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _compiled(queryset: models.QuerySet[Any, Any], standing_in: tuple[int | str, ...]) -> _Sql:
    text, parameters = queryset.query.sql_with_params()
    if missing := set(standing_in) - set(parameters):
        raise ValueError(f"{missing} does not occur in {text}")
    return _Sql(text, parameters)


class _Layout(Generic[M]):
    """Where the columns of a model, of its related rows and of annotations stand in a row of the result."""

    def __init__(self, model: type[M], related: Mapping[str, Sequence[str]], annotated: Sequence[str]) -> None:
        fields: Sequence[models.Field[Any, Any]] = model._meta.concrete_fields
        self._own = _Columns(model, fields, 0)
        self.names = [field.attname for field in fields]
        self._annotated = {name: len(self.names) + place for place, name in enumerate(annotated)}
        self.names += annotated
        self._related: dict[str, _Columns[models.Model]] = {}
        for name, wanted in related.items():
            other: type[models.Model] = model._meta.get_field(name).related_model  # type: ignore[assignment]
            fields = [field for field in other._meta.concrete_fields if field.primary_key or field.name in wanted]
            self._related[name] = _Columns(other, fields, len(self.names))
            self.names += [f"{name}__{field.attname}" for field in fields]

    def instance(self, row: Sequence[Any], alias: str) -> M:
        made = self._own.instance(row, alias)
        for name, place in self._annotated.items():
            setattr(made, name, row[place])
        for name, columns in self._related.items():
            setattr(made, name, columns.instance_or_none(row, alias))
        return made


class _Columns(Generic[M]):
    """The columns of one model in a row, from place ``begin`` on."""

    def __init__(self, model: type[M], fields: Sequence[models.Field[Any, Any]], begin: int) -> None:
        self._model, self._span = model, slice(begin, begin + len(fields))
        self._names = [field.attname for field in fields]
        self._key = begin + next(place for place, field in enumerate(fields) if field.primary_key)
        # Databases store some types as another one: JSON as text, on SQLite times too.
        self._converted = [
            (place, convert, expression)
            for place, field in enumerate(fields)
            for expression in [field.get_col(model._meta.db_table)]
            for convert in [*connection.ops.get_db_converters(expression), getattr(field, "from_db_value", None)]
            if convert is not None
        ]

    def instance(self, row: Sequence[Any], alias: str) -> M:
        values = list(row[self._span])
        for place, convert, expression in self._converted:
            values[place] = convert(values[place], expression, connection)
        return self._model.from_db(alias, self._names, values)

    def instance_or_none(self, row: Sequence[Any], alias: str) -> M | None:
        return self.instance(row, alias) if row[self._key] is not None else None

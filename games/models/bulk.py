"""Several rows inserted or updated in one statement, whose SQL is made once.

``bulk_create`` and ``bulk_update`` take several times as long as the statement itself. Values must be plain: no
expressions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper


class OnConflict(NamedTuple):
    """On a conflict with a row of equal ``unique`` fields, the database updates these fields of that row.

    ``only``: a field and the value that the new row must have for that; else nothing happens.
    """

    unique: tuple[str, ...]
    update: tuple[str, ...]
    only: tuple[str, str] | None = None


def insert_rows(rows: Sequence[models.Model], on_conflict: OnConflict | None = None) -> None:
    """Insert new rows of one model, which do not learn their keys; nothing if there are no rows.

    Raise IntegrityError as ``bulk_create`` does.
    """
    if not rows:
        return
    model = type(rows[0])
    fields = _insertable(model)
    database = _database()
    values = [field.get_db_prep_save(field.pre_save(row, add=True), database) for row in rows for field in fields]
    with database.cursor() as cursor:
        cursor.execute(_insert_statement(model, on_conflict, len(rows), database.vendor), values)


def update_rows(rows: Sequence[models.Model], fields: Sequence[str]) -> None:
    """Save these fields of rows of one model; nothing if there are no rows."""
    if not rows:
        return
    model = type(rows[0])
    columns, database = _columns(model, tuple(fields)), _database()
    values = [
        value
        for row in rows
        for value in (row.pk, *(field.get_db_prep_save(getattr(row, field.attname), database) for field in columns))
    ]
    with database.cursor() as cursor:
        cursor.execute(_update_statement(model, tuple(fields), len(rows), database.vendor), values)


@contextmanager
def pipelined() -> Iterator[None]:
    """Send the statements inside without waiting for the answer to each (PostgreSQL's pipeline mode).

    They must not read. At the end it raises the error of the first statement that failed.
    """
    database = _database()
    if database.vendor != "postgresql":
        yield
        return
    database.ensure_connection()
    with database.wrap_database_errors, database.connection.pipeline():
        yield


def _database() -> BaseDatabaseWrapper:
    """Return the connection itself: its proxy looks up this thread's connection for each attribute of each value."""
    return connections[DEFAULT_DB_ALIAS]


@cache
def _insertable(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


@cache
def _columns(model: type[models.Model], fields: tuple[str, ...]) -> list[models.Field[Any, Any]]:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    return [by_name[name] for name in fields]


def _names(fields: Sequence[models.Field[Any, Any]]) -> str:
    return ", ".join(connection.ops.quote_name(field.column) for field in fields)


@cache
def _insert_statement(model: type[models.Model], on_conflict: OnConflict | None, rows: int, _vendor: str) -> str:
    """Return the SQL with a placeholder for each row's fields."""
    fields = _insertable(model)
    row = f"({', '.join(['%s'] * len(fields))})"
    table = connection.ops.quote_name(model._meta.db_table)
    statement = f"INSERT INTO {table} ({_names(fields)}) VALUES {', '.join([row] * rows)}"
    return statement if on_conflict is None else f"{statement} {_conflict(model, on_conflict)}"


def _conflict(model: type[models.Model], on_conflict: OnConflict) -> str:
    quoted = [connection.ops.quote_name(field.column) for field in _columns(model, on_conflict.update)]
    changes = ", ".join(f"{name} = EXCLUDED.{name}" for name in quoted)
    clause = f"ON CONFLICT ({_names(_columns(model, on_conflict.unique))}) DO UPDATE SET {changes}"
    if on_conflict.only is None:
        return clause
    name, value = on_conflict.only
    return f"{clause} WHERE EXCLUDED.{connection.ops.quote_name(name)} = '{value}'"


@cache
def _update_statement(model: type[models.Model], fields: tuple[str, ...], rows: int, _vendor: str) -> str:
    """Return the SQL with a placeholder for each row's key and then each of its fields."""
    quoted = connection.ops.quote_name
    changes = ", ".join(
        f"{quoted(field.column)} = {_typed(field, number, connection)}"
        for number, field in enumerate(_columns(model, fields), 2)
    )
    row = f"({', '.join(['%s'] * (1 + len(fields)))})"
    table = quoted(model._meta.db_table)
    return (
        f"UPDATE {table} SET {changes} FROM (VALUES {', '.join([row] * rows)}) AS fresh "
        f"WHERE {table}.{quoted(model._meta.pk.column)} = fresh.column1"
    )


def _typed(field: models.Field[Any, Any], number: int, connection: BaseDatabaseWrapper) -> str:
    """Return a column of the values; PostgreSQL doesn't infer its type from its target."""
    value = f"fresh.column{number}"
    if connection.vendor != "postgresql":
        return value
    # A cast to varchar would cut off long texts without an error.
    return f"CAST({value} AS {'text' if isinstance(field, models.CharField) else field.db_type(connection)})"

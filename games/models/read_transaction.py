"""Reading a game's many rows as they stood at one moment, while others move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """A block, or a decorated function, that only reads: every row it meets is of the moment of its first query.

    Without it a page made while somebody moves could show the cards of one move and the tiles of the next. Writers
    are never kept waiting. Inside another transaction it adds nothing: there the game's row is locked.
    """
    if connection.in_atomic_block:
        yield
        return
    with _sharing(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _sharing() -> Iterator[None]:
    """On SQLite every transaction of ours begins by taking the write lock, which a reader has no use for."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    sqlite: Any = connection
    mode, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = mode

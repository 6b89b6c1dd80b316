"""Consistent reads of a game's rows while others move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """A context manager or decorator for reading: every query sees the database as of the first one.

    Without it a page rendered during a move could show the cards of one move and the tiles of the next. Writers are
    never blocked. Inside another transaction it does nothing: there the game's row is locked.
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
    """On SQLite our transactions begin by taking the write lock, which a reader does not need."""
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

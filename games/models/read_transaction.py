"""Consistent reads of a game's rows during concurrent moves."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models.heartbeat import Heartbeat


@contextmanager
def snapshot() -> Iterator[None]:
    """Run all queries of the context on one read-only snapshot of the database. Also usable as a decorator.

    Otherwise, a page rendered during a move could show the cards of one move and the tiles of the next. Writers are
    never blocked. Inside another transaction this does nothing, because the game's row is locked there. The database is
    the one from which the games' models are currently read (games/core/replica.py).
    """
    connection = connections[router.db_for_read(Heartbeat)]
    if connection.in_atomic_block:
        yield
        return
    with _sharing(connection), transaction.atomic(using=connection.alias):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _sharing(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Begin transactions on SQLite without the write lock, which a reader does not need."""
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

"""Django's PostgreSQL backend with faster flushing after tests that commit."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base, operations

KEPT = frozenset({"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"})
"""The tables that every migration fills: rewriting the same rows took most of the time of flushing.

tests/conftest.py therefore sends no ``post_migrate`` after a flush.
"""


class DatabaseOperations(operations.DatabaseOperations):
    """Deletes rows, because TRUNCATE writes new files for each table, and test tables are nearly empty."""

    def sql_flush(self, style: Any, tables: list[str], **how: Any) -> list[str]:
        """Return SQL that empties ``tables`` in one transaction with triggers disabled, except those in ``KEPT``."""
        if not tables:
            return []
        return [
            "SET LOCAL session_replication_role = replica",
            *(f"DELETE FROM {self.quote_name(table)}" for table in tables if table not in KEPT),
        ]


class DatabaseWrapper(base.DatabaseWrapper):
    """Uses the faster operations for flushing."""

    ops_class = DatabaseOperations

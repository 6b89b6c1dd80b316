"""Django's backend for PostgreSQL, which empties the tables after a test that commits in a tenth of the time."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    """Deletes rows, since TRUNCATE writes new files for each table, and the tables of a test are nearly empty."""

    def sql_flush(self, style: Any, tables: list[str], **how: Any) -> list[str]:
        """Return SQL that empties ``tables`` in one transaction, in which no trigger guards a row."""
        if not tables:
            return []
        return [
            "SET LOCAL session_replication_role = replica",
            *(f"DELETE FROM {self.quote_name(table)}" for table in tables),
        ]


class DatabaseWrapper(base.DatabaseWrapper):
    """Only its operations are others."""

    ops_class = DatabaseOperations

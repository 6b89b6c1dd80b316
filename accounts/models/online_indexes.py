"""A migration operation that adds an index while the site is running."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState


class AddIndexOnline(AddIndexConcurrently):
    """An ``AddIndex`` during which PostgreSQL accepts writes. The migration must have ``atomic = False``.

    On SQLite the index is built in the normal way.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        way = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        way.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        way = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        way.database_backwards(self, app_label, schema_editor, from_state, to_state)

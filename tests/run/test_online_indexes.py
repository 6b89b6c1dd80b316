"""A migration can add an index while the site runs."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations.state import ProjectState

from accounts.models.online_indexes import AddIndexOnline
from games.models import Heartbeat

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def indexes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, Heartbeat._meta.db_table))


def test_an_index_is_added_without_a_lock_and_removed_again() -> None:
    operation = AddIndexOnline("heartbeat", models.Index(fields=["last_run_at"], name="heartbeat_at"))
    before = ProjectState.from_apps(apps)
    after = before.clone()
    operation.state_forwards("games", after)
    statements: list[str] = []

    def noted(execute: Any, sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(noted), connection.schema_editor(atomic=False) as schema:
        operation.database_forwards("games", schema, before, after)
        assert "heartbeat_at" in indexes()
        operation.database_backwards("games", schema, after, before)
        assert "heartbeat_at" not in indexes()
    changes = [sql for sql in statements if " INDEX " in sql and "heartbeat_at" in sql]
    assert len(changes) == 2
    assert all("CONCURRENTLY" in sql for sql in changes) == (connection.vendor == "postgresql")

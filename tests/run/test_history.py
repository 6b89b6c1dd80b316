"""Databases from before the squashed migrations: whole ones go on, those that stopped on the way are refused."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q

from chicago.backup import archive
from chicago.run import history
from chicago.run.history import SQUASHED
from tests import databases

pytestmark = pytest.mark.both
SQUASHED_ROWS = Q(name__in=[name for _app, name in SQUASHED])
GAMES, ACCOUNTS = Q(app="games"), Q(app="accounts")
STOPPED = {
    "before the last of games": GAMES & Q(name__startswith="0039"),
    "before the last of accounts": ACCOUNTS & Q(name__startswith="0017"),
    "where accounts are cut in two": ACCOUNTS & Q(name__gte="0014"),
    "before any of games": GAMES | ACCOUNTS & Q(name__gte="0003"),
}


def stopped_before(unapplied: Q) -> None:
    """Make the database look as if the old migrations had stopped before these."""
    MigrationRecorder.Migration.objects.filter(unapplied | SQUASHED_ROWS).delete()


def recorded() -> set[tuple[str, str]]:
    """The migrations that the database says were applied."""
    return set(MigrationRecorder.Migration.objects.values_list("app", "name"))


@pytest.mark.django_db
def test_after_all_old_migrations_the_squashed_ones_are_only_recorded() -> None:
    before = recorded()
    stopped_before(Q(pk=None))
    assert recorded() == before - set(SQUASHED)
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    call_command("migrate", verbosity=0)
    assert recorded() == before


@pytest.mark.django_db
@pytest.mark.parametrize("unapplied", STOPPED.values(), ids=STOPPED)
def test_a_database_that_stopped_on_the_way_is_refused(unapplied: Q) -> None:
    stopped_before(unapplied)
    before = recorded()
    with pytest.raises(CommandError, match=rf"check out commit {history.LAST_UNSQUASHED}, .* then come back"):
        call_command("migrate", verbosity=0)
    assert recorded() == before


@pytest.mark.django_db
def test_a_new_database_goes_on_where_it_was_interrupted() -> None:
    for later in (GAMES, GAMES | ACCOUNTS & Q(name__gte="0014"), GAMES | ACCOUNTS):
        stopped_before(later)
        history.check(connection)


def test_a_backup_from_before_is_restored(tmp_path: Path) -> None:
    source = Path(shutil.copy(databases.migrated(), tmp_path / "db.sqlite3"))
    names = [name for _app, name in SQUASHED]
    with closing(sqlite3.connect(source)) as database:
        database.execute("DELETE FROM django_migrations WHERE name IN (?, ?, ?)", names)
        database.commit()
    backup = archive.make("sqlite", {"NAME": source}, tmp_path / "backups")
    found = archive.restore("sqlite", {"NAME": tmp_path / "restored.sqlite3"}, backup)
    assert "games.0039_any_computer" in found.migrations
    assert not {f"{app}.{name}" for app, name in SQUASHED} & set(found.migrations)

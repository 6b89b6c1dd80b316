"""Refusals that only PostgreSQL makes. A failed restore leaves nothing behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from chicago.backup import BackupError, archive, postgresql
from tests.backup.harm import cut, rewritten, sealed_again
from tests.clusters import connected_to

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_nothing_of_a_restore_stays_that_fails(tmp_path: Path, empty_database: dict[str, Any], alice: User) -> None:
    call_command("backup", to=tmp_path)
    [made] = archive.whole_in(tmp_path)
    whole, place = (made / postgresql.FILE).read_bytes(), connection.settings_dict | empty_database
    archive.restore("postgresql", place, made)
    cut(made / postgresql.FILE)
    sealed_again(made)
    with pytest.raises(BackupError, match="Nothing was restored"):
        archive.restore("postgresql", place, made, overwrite=True)
    (made / postgresql.FILE).write_bytes(whole)
    rewritten(made, rows={"accounts_user": 7})
    with pytest.raises(BackupError, match="accounts_user should have 7 rows"):
        archive.restore("postgresql", place, made, overwrite=True)
    with connected_to(**empty_database):
        assert User.objects.get() == alice


def test_a_database_in_use_or_not_empty(tmp_path: Path, empty_database: dict[str, Any]) -> None:
    call_command("backup", to=tmp_path)
    [made] = archive.whole_in(tmp_path)
    place = connection.settings_dict | empty_database
    with postgresql._connection(place) as other:
        with pytest.raises(BackupError, match="stop the site first"):
            archive.restore("postgresql", place, made, overwrite=True)
        other.execute("CREATE TABLE something (id int)")
    with pytest.raises(BackupError, match="not empty"):
        archive.restore("postgresql", place, made)


def test_a_server_that_is_away_and_programs_that_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BackupError, match="can't be used"):
        archive.make("postgresql", connection.settings_dict | {"PORT": "1"}, tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError, match="pg_dump is not installed"):
        archive.make("postgresql", connection.settings_dict, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_password_is_no_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    place = {"HOST": "db", "NAME": "room", "USER": "room", "PASSWORD": "s3cret", "OPTIONS": {"pool": {}}}
    assert postgresql._environment(place)["PGPASSWORD"] == "s3cret"
    assert postgresql._conninfo(place) == "host=db dbname=room user=room password=s3cret"

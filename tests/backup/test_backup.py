"""Incomplete backups, and those of another database or version, are refused with an explanation."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from chicago.backup import BackupError, archive, nightly
from tests import databases
from tests.backup.harm import cut, rewritten, sealed_again


def sqlite_at(path: Path, names: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return Django's settings for a new migrated database at this path, with groups of these names."""
    shutil.copy(databases.migrated(), path)
    execute(path, *(f"INSERT INTO auth_group (name) VALUES ('{name}')" for name in names))
    return {"NAME": path}


def execute(path: Path, *statements: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as database:
        found = [database.execute(statement).fetchall() for statement in statements]
        database.commit()
    return found[-1] if found else []


def groups(path: Path) -> list[str]:
    return [name for (name,) in execute(path, "SELECT name FROM auth_group WHERE name <> 'Moderators' ORDER BY id")]


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return archive.make("sqlite", sqlite_at(tmp_path / "db.sqlite3", ("kept",)), tmp_path / "backups")


def test_a_backup_made_during_writes_can_be_restored(tmp_path: Path) -> None:
    source = sqlite_at(tmp_path / "db.sqlite3", ("kept",))
    execute(source["NAME"], "PRAGMA journal_mode=WAL")
    with closing(sqlite3.connect(source["NAME"], isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO auth_group (name) VALUES ('not yet there')")
        made = archive.make("sqlite", source, tmp_path / "backups")
        writer.execute("COMMIT")
    target = tmp_path / "restored.sqlite3"
    assert archive.restore("sqlite", {"NAME": target}, made).rows["auth_group"] == len(groups(target)) + 1
    assert groups(target) == ["kept"]
    assert sorted(path.name for path in made.iterdir()) == ["SHA256SUMS", "database.sqlite3.gz", "manifest.json"]
    assert (made.stat().st_mode & 0o777, made.parent.stat().st_mode & 0o777) == (0o700, 0o700)


@pytest.mark.parametrize("name", ["database.sqlite3.gz", "manifest.json", "SHA256SUMS"])
@pytest.mark.parametrize("harm", [cut, Path.unlink, lambda path: path.write_bytes(b"x" + path.read_bytes()[1:])])
def test_a_file_that_is_cut_off_changed_or_missing(backup: Path, tmp_path: Path, name: str, harm: Callable) -> None:
    harm(backup / name)
    with pytest.raises(BackupError, match=r"cut off or changed|not a whole backup"):
        archive.restore("sqlite", {"NAME": tmp_path / "restored.sqlite3"}, backup)
    assert not (tmp_path / "restored.sqlite3").exists()


def test_a_database_that_is_not_empty_is_replaced_only_on_request(backup: Path, tmp_path: Path) -> None:
    target = sqlite_at(tmp_path / "used.sqlite3", ("another",))
    execute(target["NAME"], "PRAGMA journal_mode=WAL")
    with pytest.raises(BackupError, match="not empty"):
        archive.restore("sqlite", target, backup)
    assert groups(target["NAME"]) == ["another"]
    with closing(sqlite3.connect(target["NAME"])) as reader:
        assert reader.execute("SELECT count(*) FROM auth_group").fetchone()
        archive.restore("sqlite", target, backup, overwrite=True)
    assert groups(target["NAME"]) == ["kept"]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"vendor": "postgresql"}, "is of postgresql"),
        ({"migrations": ["games.0999_from_the_future"]}, "newer version"),
        ({"rows": {"auth_group": 99}}, "other rows"),
        ({"more": 1}, "not a manifest"),
    ],
)
def test_a_backup_that_does_not_fit(backup: Path, tmp_path: Path, facts: dict[str, Any], sentence: str) -> None:
    rewritten(backup, **facts)
    with pytest.raises(BackupError, match=sentence):
        archive.restore("sqlite", {"NAME": tmp_path / "restored.sqlite3"}, backup)
    assert not (tmp_path / "restored.sqlite3").exists()


def test_a_damaged_database_with_right_checksums(backup: Path, tmp_path: Path) -> None:
    (backup / "database.sqlite3.gz").write_bytes(gzip.compress(b"no database" * 1000))
    sealed_again(backup)
    with pytest.raises(BackupError, match="not a database"):
        archive.restore("sqlite", {"NAME": tmp_path / "restored.sqlite3"}, backup)


def test_a_database_without_the_site_is_not_backed_up(tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite3").touch()
    with pytest.raises(BackupError, match="before `migrate`"):
        archive.make("sqlite", {"NAME": tmp_path / "empty.sqlite3"}, tmp_path / "backups")
    assert not list((tmp_path / "backups").iterdir())


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="SHA256SUMS is missing"):
        call_command("restore", tmp_path, check=True)
    with pytest.raises(CommandError, match="at least one backup"):
        call_command("backup", "--keep", "0")


def folders(root: Path, *nights: str) -> None:
    for night in nights:
        (root / f"{night}T03-00-05Z").mkdir()
        (root / f"{night}T03-00-05Z" / archive.SUMS).touch()


def test_a_backup_is_due_once_a_night(tmp_path: Path) -> None:
    three, now = time(3), datetime(2026, 5, 4, 12, tzinfo=UTC)
    assert nightly.is_due(tmp_path, three, now)
    folders(tmp_path, "2026-05-04")
    assert not nightly.is_due(tmp_path, three, now)
    assert not nightly.is_due(tmp_path, three, now + timedelta(hours=14, minutes=59))
    assert nightly.is_due(tmp_path, three, now + timedelta(hours=15))


def test_the_newest_are_kept_and_none_goes_while_no_new_one_is_made(tmp_path: Path, caplog: Any) -> None:
    folders(tmp_path, "2026-05-01", "2026-05-02", "2026-05-03")
    (tmp_path / f"{archive.UNFINISHED}x").mkdir()

    def fails() -> Path:
        raise BackupError("The database can't be used.")

    nightly.back_up(tmp_path, 1, fails)
    assert "There is no new backup: The database can't be used." in caplog.text
    assert len(archive.whole_in(tmp_path)) == 3
    nightly.back_up(tmp_path, 2, lambda: tmp_path)
    assert [path.name[:10] for path in archive.whole_in(tmp_path)] == ["2026-05-02", "2026-05-03"]
    assert (tmp_path / f"{archive.UNFINISHED}x").exists()


def test_an_old_backup_that_stays_is_not_taken_for_a_missing_new_one(
    tmp_path: Path, caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(folder: Path) -> None:
        raise OSError(f"{folder.name} can't be removed")

    folders(tmp_path, "2026-05-01", "2026-05-02")
    monkeypatch.setattr(nightly.shutil, "rmtree", fails)
    nightly.back_up(tmp_path, 1, lambda: tmp_path)
    assert "Old backups can't be removed: 2026-05-01T03-00-05Z can't be removed" in caplog.text
    assert "There is no new backup" not in caplog.text

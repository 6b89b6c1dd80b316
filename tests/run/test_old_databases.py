"""A database of an earlier commit can be upgraded; old_databases/b002508c.sql.gz is from the oldest one.

It has three accounts and six tables: running games of both kinds, a finished game, a game with a computer player, and
an open table.
"""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from chicago.backup import archive
from tests.databases import migrated
from tests.site import Site

DUMP = Path(__file__).parent / "old_databases" / "b002508c.sql.gz"

PLAY_ON = """
from django.core.management import call_command
from games.models import Game
from tests.cast import client_of
from tests.playing import asked_seat, play_on
for game in Game.objects.all():
    if game.is_running and not game.players.exclude(bot="").exists():
        before = game.moves.count()
        assert play_on(game, 3).moves.count() > before
    if not game.is_open:
        call_command("verify", game.public_id, verbosity=0)
    page = client_of(game.players.exclude(user=None).first().user).get(game.get_absolute_url())
    assert page.status_code == 200, (game.public_id, page.status_code)
print(Game.objects.count())
"""


def restored(database: Path) -> Path:
    with closing(sqlite3.connect(database)) as opened:
        opened.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    return database


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path / "var")
    (tmp_path / "var").mkdir(exist_ok=True)
    restored(tmp_path / "var" / "db.sqlite3")
    yield site
    site.close()


def columns(database: Path) -> dict[str, set[tuple[str, str, int]]]:
    with closing(sqlite3.connect(database)) as opened:
        tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        asked = {table: opened.execute(f'PRAGMA table_info("{table}")') for table in tables}
        return {table: {(row[1], row[2], row[3]) for row in rows} for table, rows in asked.items()}


@pytest.mark.whole
def test_it_is_migrated_by_a_start_and_its_games_go_on(old: Site, tmp_path: Path) -> None:
    old.open()
    assert columns(tmp_path / "var" / "db.sqlite3") == columns(migrated())
    assert old.shell(PLAY_ON).splitlines()[-1] == "6"


def test_a_backup_of_it_is_restored(tmp_path: Path) -> None:
    source = restored(tmp_path / "db.sqlite3")
    backup = archive.make("sqlite", {"NAME": source}, tmp_path / "backups")
    found = archive.restore("sqlite", {"NAME": tmp_path / "restored.sqlite3"}, backup)
    assert "games.0039_any_computer" in found.migrations

"""A summary of a dump, read in the same snapshot, to verify a database restored from the dump."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from chicago.backup import BackupError

Query = Callable[[str], list[Any]]

MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY app, name"
LAST_MOVE = """SELECT g."table", m.number, m.made_at FROM games_move m JOIN games_game g ON g.id = m.game_id
ORDER BY m.id DESC LIMIT 1"""


@dataclass(frozen=True)
class Manifest:
    """A summary of a dump. ``vendor`` is Django's name for the kind of database; ``rows`` counts rows by table."""

    vendor: str
    made_at: str
    migrations: list[str]
    rows: dict[str, int]
    last_move: dict[str, Any] | None

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Manifest:
        """Read a manifest. Raise `BackupError` if it is invalid, or `OSError` if the file is missing."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError) as error:
            raise BackupError(f"{path} is not a manifest that this version of the site can read.") from error


def describe(vendor: str, query: Query, tables: Sequence[str]) -> Manifest:
    """Describe the database queried by ``query``, with these ``tables``. Raise `BackupError` if it isn't the site's.

    All queries must see the same snapshot.
    """
    if not {"django_migrations", "games_move", "games_game"}.issubset(tables):
        raise BackupError("This database has no tables of the site: nothing can be backed up before `migrate`.")
    return Manifest(
        vendor=vendor,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        migrations=[f"{app}.{name}" for app, name in query(MIGRATIONS)],
        rows={table: query(f'SELECT count(*) FROM "{table}"')[0][0] for table in sorted(tables)},
        last_move=_last_move(query),
    )


def _last_move(query: Query) -> dict[str, Any] | None:
    """Return the table, number and time of the last move, but not the move itself, or None if there is no move."""
    return next(({"table": row[0], "number": row[1], "made_at": str(row[2])} for row in query(LAST_MOVE)), None)

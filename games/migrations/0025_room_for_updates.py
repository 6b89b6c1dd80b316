"""Room on each page for new versions of rows that moves update: PostgreSQL then leaves their indexes alone (HOT)."""

from typing import Any

from django.db import migrations

FILLFACTORS = {"games_game": 90, "games_player": 80, "games_card": 90}
"""Per cent of a page that is filled by inserts. Rows that are there already keep their pages."""


def leave_room(_apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        for table, percent in FILLFACTORS.items():
            editor.execute(f"ALTER TABLE {table} SET (fillfactor = {percent})")


def fill_pages(_apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        for table in FILLFACTORS:
            editor.execute(f"ALTER TABLE {table} RESET (fillfactor)")


class Migration(migrations.Migration):
    dependencies = [("games", "0024_indexes_of_foreign_keys")]

    operations = [migrations.RunPython(leave_room, fill_pages)]

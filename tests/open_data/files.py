"""Finished games of a month, and their entries in its file."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, date, datetime
from typing import Any

from accounts.models import User
from games.models import Game, OpenDataFile
from games.open_data import files
from tests.cast import table_of
from tests.playing import give_up, play_on

OCTOBER = date(2026, 10, 1)
MIDDLE = datetime(2026, 10, 14, 12, tzinfo=UTC)
SETTLED = datetime(2026, 11, 8, 0, 7, tzinfo=UTC)
"""The time when October's file is due."""


def finished(*people: User, at: datetime = MIDDLE, **facts: Any) -> Game:
    game = table_of(*people, **facts)
    play_on(game, 6)
    while (game := Game.objects.get(pk=game.pk)).is_running:
        give_up(game)
    return ended(game, at)


def ended(game: Game, at: datetime = MIDDLE) -> Game:
    Game.objects.filter(pk=game.pk).update(finished_at=at)
    return Game.objects.get(pk=game.pk)


def text_of(file: OpenDataFile) -> str:
    return gzip.decompress(file.path.read_bytes()).decode()


def records_of(file: OpenDataFile) -> list[dict[str, Any]]:
    """Return the records of a month's file, or none if the month has no file."""
    return [json.loads(line) for line in text_of(file).splitlines()] if file.sha256 else []


def tables_in(month: date = OCTOBER) -> set[str]:
    """Write a month's file, and return the tables in it."""
    file = files.make(month, again=True)
    assert file is not None
    return {record["table"] for record in records_of(file)}

"""Writes a month's records without names, one per line, compressed; only one batch of games is in memory at a time."""

import gzip
import hmac
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import IO

from accounts.validators.names import PLAYER_PREFIX
from games.models import Game, Player
from games.open_data.selection import finished_in, publishable
from games.replay.records import of_game
from games.rules.record import Record, RecordError, check, write_line

log = logging.getLogger(__name__)

BATCH = 50


class Pseudonyms:
    """Pseudonyms for the seats in one file. A user keeps one pseudonym throughout a file, and gets another in the next.

    They are derived from a key that is never stored, so that even this site can't reverse them.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def of(self, player: Player) -> str:
        """Return the pseudonym of the seat. A computer player is named after its level."""
        if player.bot:
            return f"computer ({player.bot})"
        return PLAYER_PREFIX + hmac.digest(self._key, str(player.user_id).encode(), "sha256").hex()[:12]


def write(month: date, file: IO[bytes], goes_on: Callable[[], bool]) -> Counter[str] | None:
    """Write the records of a month to ``file``, and return the number of records by game.

    Stop and return None if ``goes_on`` returns False before a batch.
    """
    counted: Counter[str] = Counter()
    names = Pseudonyms()
    # Order by the tables' codes, which are random. Only one number per game is in memory for the whole month.
    keys = list(finished_in(month).order_by("public_id").values_list("pk", flat=True))
    # Without time and name in the header, so that the bytes depend only on the records.
    with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for start in range(0, len(keys), BATCH):
            if not goes_on():
                return None
            for record in _records(keys[start : start + BATCH], names):
                packed.write(write_line(record).encode())
                counted[record.game] += 1
    return counted


def _records(keys: Sequence[int], names: Pseudonyms) -> Iterator[Record]:
    """Yield the records of the publishable games; log and skip a record that readers of the file could not replay."""
    for game in publishable(Game.objects.filter(pk__in=keys)):
        players = list(game.players.all())
        record = replace(of_game(game, players, None), seats=tuple(map(names.of, players)))
        try:
            check(record)
        except RecordError as error:
            log.error("table %s is not in the open data: %s", game.public_id, error.place)
        else:
            yield record

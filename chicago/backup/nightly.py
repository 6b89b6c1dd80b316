"""Nightly backups, of which only the newest are kept."""

import logging
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path

from chicago.backup import BackupError
from chicago.backup.archive import NAME_FORMAT, UNFINISHED, whole_in

log = logging.getLogger(__name__)

PAUSE = 15 * 60
"""Seconds between checks whether a backup is due, and so between attempts after a failure."""

ABANDONED = timedelta(days=1)


def run(root: Path, hour: time_of_day, keep: int, make: Callable[[], Path]) -> None:
    """Make backups when they are due, forever. Begin immediately if last night's backup is missing."""
    while True:
        if is_due(root, hour, datetime.now(UTC)):
            back_up(root, keep, make)
        time.sleep(PAUSE)


def back_up(root: Path, keep: int, make: Callable[[], Path]) -> None:
    """Make a backup, then remove all but the newest ``keep``. On errors, log them; without a backup, remove nothing."""
    try:
        log.info("Made the backup %s.", make())
    except (BackupError, OSError) as error:
        log.error("There is no new backup: %s", error)
        return
    try:
        prune(root, keep)
    except OSError as error:
        log.error("Old backups can't be removed: %s", error)


def is_due(root: Path, hour: time_of_day, now: datetime) -> bool:
    """Return whether there is no backup since the latest ``hour`` (UTC)."""
    latest = datetime.combine(now.date(), hour, tzinfo=UTC)
    latest -= timedelta(days=1) if latest > now else timedelta()
    newest = whole_in(root)[-1:]
    return not newest or newest[0].name < latest.strftime(NAME_FORMAT)


def prune(root: Path, keep: int) -> None:
    """Remove all but the newest ``keep`` complete backups, and abandoned unfinished ones. Raise `OSError` on errors."""
    for folder in whole_in(root)[:-keep]:
        shutil.rmtree(folder)
    limit = (datetime.now(UTC) - ABANDONED).timestamp()
    for folder in root.glob(f"{UNFINISHED}*"):
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder)

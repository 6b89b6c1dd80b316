"""Writes each open data file once, even with several workers, and starts over if a worker died while writing."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import OpenDataFile
from games.open_data import months
from games.open_data.format import write

STALLED = timedelta(minutes=15)
"""Time after which a silent worker is considered dead and another starts over; workers report before every batch."""


def make_due(now: datetime) -> None:
    """Write all due files, beginning with the month of the first file.

    If there is no file yet, only note the current month as the first: players of earlier games were not informed that
    games are published.
    """
    first = OpenDataFile.objects.order_by("month").first()
    if first is None:
        OpenDataFile.objects.get_or_create(month=months.month_of(now))
        return
    made = set(OpenDataFile.objects.exclude(finished_at=None).values_list("month", flat=True))
    for month in months.settled_since(first.month, now):
        if month not in made:
            make(month)


def make(month: date, *, again: bool = False) -> OpenDataFile | None:
    """Write the file of a month.

    Return None if the file exists already (unless ``again``), or another worker is writing it. Raise `ValueError` for a
    month that is not settled, and `OSError` if the file can't be written.
    """
    if not months.is_settled(month, timezone.now()):
        raise ValueError(f"{month} ended too recently")
    attempt = _Attempt.claim(month, again=again)
    return attempt.run() if attempt else None


def published() -> QuerySet[OpenDataFile]:
    """Return the files, newest first, including those of months without games."""
    return OpenDataFile.objects.exclude(finished_at=None).order_by("-month")


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An attempt to write a file; it updates the row only until a later attempt begins."""

    file: OpenDataFile
    number: int

    @staticmethod
    def claim(month: date, *, again: bool) -> _Attempt | None:
        now = timezone.now()
        row, _new = OpenDataFile.objects.get_or_create(month=month)
        free = OpenDataFile.objects.filter(Q(worked_at=None) | Q(worked_at__lt=now - STALLED), pk=row.pk)
        if not again:
            free = free.filter(finished_at=None)
        if not free.update(worked_at=now, tries=F("tries") + 1):
            return None
        row.refresh_from_db()
        return _Attempt(row, row.tries)

    def run(self) -> OpenDataFile | None:
        """Write a temporary file and rename it when complete. Return None if another attempt has begun."""
        folder = Path(settings.OPEN_DATA_DIR)
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f"{self.file.label}-", suffix=".unfinished", dir=folder)
        try:
            with os.fdopen(handle, "w+b") as file:
                games = write(self.file.month, file, self._goes_on)
                file.flush()
                os.fsync(file.fileno())
            if games is None or not self._publish(Path(name), dict(sorted(games.items()))):
                return None
        except BaseException:
            self._note(worked_at=None)
            raise
        finally:
            Path(name).unlink(missing_ok=True)
        self._tidy(folder)
        return self.file

    @transaction.atomic
    def _publish(self, written: Path, games: dict[str, int]) -> bool:
        """Publish the file. Return False if a later attempt has begun, which may have removed ``written``.

        Lock the row first, and link the file in it only when the file is in place, so that no link is ever broken.
        """
        if not self._goes_on():
            return False
        size, sha256 = (written.stat().st_size, _sum(written)) if games else (0, "")
        self.file.games, self.file.size, self.file.sha256 = games, size, sha256
        if games:
            written.chmod(0o644)
            written.rename(self.file.path)
        return self._note(worked_at=None, finished_at=timezone.now(), games=games, size=size, sha256=sha256)

    def _tidy(self, folder: Path) -> None:
        for other in folder.glob(f"{self.file.label}-*"):
            if other != self.file.path:
                other.unlink(missing_ok=True)

    def _goes_on(self) -> bool:
        return self._note(worked_at=timezone.now())

    def _note(self, **facts: Any) -> bool:
        mine = OpenDataFile.objects.filter(pk=self.file.pk, tries=self.number, worked_at__isnull=False)
        return bool(mine.update(**facts))


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""The monthly open data files, and whether a worker is making one."""

from pathlib import Path

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class OpenDataFile(models.Model):
    """The file of a month (UTC), in the folder ``OPEN_DATA_DIR``. A month without games has a row, but no file.

    ``finished_at`` is null until the file is made; ``worked_at`` is null unless a worker is making it. ``tries`` counts
    the attempts; only the latest one may continue.
    """

    month = models.DateField(_("month"), unique=True, help_text=_("Its first day."))
    games = models.JSONField(_("games"), default=dict)
    size = models.PositiveBigIntegerField(_("size"), default=0, help_text=_("Bytes."))
    sha256 = models.CharField(_("checksum"), max_length=64, blank=True)
    finished_at = models.DateTimeField(_("made"), null=True, blank=True)
    worked_at = models.DateTimeField(_("last worked on"), null=True, blank=True)
    tries = models.PositiveIntegerField(_("attempts"), default=0)

    class Meta:
        verbose_name = _("file of open data")
        verbose_name_plural = _("files of open data")

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The month as in URLs: 2026-10."""
        return f"{self.month:%Y-%m}"

    @property
    def total(self) -> int:
        return sum(self.games.values())

    @property
    def path(self) -> Path:
        """The file's path, with a checksum, so that a new version does not replace a file that is being read."""
        return Path(settings.OPEN_DATA_DIR) / f"{self.label}-{self.sha256[:12]}.jsonl.gz"

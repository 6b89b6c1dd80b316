"""The last run of each recurring task, for the health check. A database row, because Redis may lose its data."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    task = models.CharField(_("task"), max_length=60, primary_key=True)
    last_run_at = models.DateTimeField(_("last ran"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.task

    @staticmethod
    def note(task: str, at: datetime) -> None:
        """Record in one statement that ``task`` ran."""
        beat = Heartbeat(task=task, last_run_at=at)
        Heartbeat.objects.bulk_create(
            [beat], update_conflicts=True, unique_fields=["task"], update_fields=["last_run_at"]
        )

"""Connection traces, kept for 30 days, so that moderators can find users with several accounts."""

from datetime import date, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key


def today() -> date:
    return timezone.now().date()


class ConnectionTrace(models.Model):
    """One day's use of a device and a network by a user. Both are HMACs, which can only be compared.

    ``device`` is empty for a browser without cookies. Each day has a row, which expires after 30 days.
    """

    RETENTION = timedelta(days=30)

    user = user_key("connection_traces", db_index=False)
    device = models.CharField(_("device"), max_length=32, db_index=True)
    network = models.CharField(_("network"), max_length=32, db_index=True)
    day = models.DateField(_("day"), default=today)
    first_at = models.DateTimeField(_("first seen"), auto_now_add=True)
    last_at = models.DateTimeField(_("last seen"), db_index=True)

    class Meta:
        verbose_name = _("visit")
        verbose_name_plural = _("visits")
        constraints = [models.UniqueConstraint(fields=["user", "device", "network", "day"], name="sighting_once_a_day")]

    def __str__(self) -> str:
        return f"{self.user}: {self.last_at:%d.%m.}"

"""Exports of users' personal data."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.user_keys import user_key


def new_key() -> str:
    return secrets.token_urlsafe(24)


class Export(models.Model):
    """A download of a user's data: waiting, in progress (``done`` of ``total`` parts), ready or failed.

    The file is stored in the row, so that any process can serve it. The row is deleted once it has expired.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MAKING = "making", _("being prepared")
        READY = "ready", _("ready")
        FAILED = "failed", pgettext_lazy("download", "failed")

    user = user_key("exports")
    key = models.CharField(max_length=40, unique=True, default=new_key, editable=False)
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.WAITING)
    done = models.PositiveSmallIntegerField(_("parts done"), default=0)
    total = models.PositiveSmallIntegerField(_("parts"), default=0)
    requested_at = models.DateTimeField(_("requested at"), auto_now_add=True)
    worked_at = models.DateTimeField(_("last worked on"), null=True, blank=True)
    tries = models.PositiveSmallIntegerField(_("attempts"), default=0)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    told_at = models.DateTimeField(_("notified at"), null=True, blank=True)
    file = models.BinaryField(null=True, editable=False)

    class Meta:
        verbose_name = _("data download")
        verbose_name_plural = _("data downloads")
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(state__in=["waiting", "making"]), name="export_one_at_a_time"
            )
        ]
        indexes = [models.Index(fields=["expires_at"], name="export_expires")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_state_display()}"

    @property
    def under_way(self) -> bool:
        return self.state in (self.State.WAITING, self.State.MAKING)

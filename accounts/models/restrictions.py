"""Restrictions of users, temporary or permanent."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.user_keys import user_key


class Restriction(models.Model):
    """A mute, suspension or ban, in force until ``until`` (permanently if it is None) unless lifted earlier.

    Created by ``accounts.access.restrictions.restrict``, which also sets ``User.restricted``.
    """

    class Kind(models.TextChoices):
        MUTE = "mute", _("may not write")
        SUSPENSION = "suspension", _("may not play or write")
        BAN = "ban", _("may not come back")

    user = user_key("restrictions")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    since = models.DateTimeField(pgettext_lazy("restriction", "since"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True, help_text=_("Empty: for good."))
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    class Meta:
        verbose_name = _("restriction")
        verbose_name_plural = _("restrictions")
        indexes = [
            models.Index(fields=["user"], name="restriction_of", condition=Q(lifted_at__isnull=True)),
            models.Index(fields=["until"], name="restriction_ends", condition=Q(lifted_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"

    @staticmethod
    def in_force(now: datetime | None = None) -> QuerySet[Restriction]:
        now = now or timezone.now()
        return Restriction.objects.filter(Q(until__isnull=True) | Q(until__gt=now), since__lte=now, lifted_at=None)

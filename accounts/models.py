"""People: who plays here and how they like it."""

from __future__ import annotations

import zoneinfo
from datetime import time

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.names import DISPLAY_NAME_LENGTH, USERNAME_LENGTH, validate_display_name, validate_username
from accounts.zones import validate_time_zone, zone_names


def every_day() -> list[int]:
    """The days of the week on which quiet hours hold."""
    return list(range(7))


class User(AbstractUser):
    """Somebody who plays: a guest (a name, no way to log in again) or a full account."""

    class Theme(models.TextChoices):
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    username = models.CharField(
        _("user name"),
        max_length=USERNAME_LENGTH,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("Somebody already has this user name.")},
    )
    display_name = models.CharField(
        _("display name"), max_length=DISPLAY_NAME_LENGTH, blank=True, validators=[validate_display_name]
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=10, blank=True)
    last_language = models.CharField(_("language of the last page"), max_length=10, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC", validators=[validate_time_zone])
    night_from = models.TimeField(_("my night begins"), default=time(23))
    night_until = models.TimeField(_("my night ends"), default=time(7))
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    quiet_days = models.JSONField(_("quiet on"), default=every_day, help_text=_("0 is Monday, 6 is Sunday."))
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily digest"), default=18)
    last_call = models.PositiveSmallIntegerField(
        _("last reminder before a deadline"), default=60, help_text=_("Minutes; 0 is never.")
    )
    mail_trouble = models.TextField(
        _("why mails no longer reach this person"), blank=True, help_text=_("Empty if they do.")
    )
    here_at = models.DateTimeField(_("last here"), null=True, blank=True)
    hand_in_mail = models.BooleanField(_("show my hand in mails"), default=True)
    theme = models.CharField(_("colours"), max_length=5, blank=True, choices=Theme.choices)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_whatever_its_case",
                violation_error_message=_("Somebody already has this user name."),
            )
        ]

    @property
    def shown_name(self) -> str:
        """What others call this person."""
        return self.display_name or self.username

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The time zone in which this person is told times; UTC once the kept one has left the database of zones."""
        return zoneinfo.ZoneInfo(self.time_zone if self.time_zone in zone_names() else "UTC")

    @property
    def told_in(self) -> str:
        """The language of mails and whatever else reaches this person without a page being asked for.

        The chosen one, else that of the last page, which the browser has asked for.
        """
        known = dict(settings.LANGUAGES)
        return next((code for code in (self.language, self.last_language) if code in known), settings.LANGUAGE_CODE)

    @property
    def can_be_mailed(self) -> bool:
        """Whether mails may go to this person. ``email`` is empty until the address is confirmed."""
        return bool(self.email) and self.is_active and not self.mail_trouble

    def __str__(self) -> str:
        return self.shown_name

"""Users and their preferences."""

import zoneinfo
from collections.abc import Iterator
from datetime import time
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Upper
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models.faces import Face
from accounts.validators.about_me import ABOUT_LENGTH
from accounts.validators.names import (
    DISPLAY_NAME_LENGTH,
    KEY_LENGTH,
    USERNAME_LENGTH,
    name_key,
    validate_display_name,
    validate_username,
)
from accounts.validators.time_zones import validate_time_zone, zone_named


def every_day() -> list[int]:
    """Return the default days of the quiet hours: the whole week, from 0 for Monday."""
    return list(range(7))


class User(AbstractUser):
    """A guest (a name without credentials), a full account, or a full account's computer player (``owner``)."""

    class Theme(models.TextChoices):
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Audience(models.TextChoices):
        NOBODY = "nobody", _("Only me")
        FRIENDS = "friends", _("Friends")
        ANYONE = "anyone", _("Anyone")

    class PresenceAudience(models.TextChoices):
        TABLES = "tables", _("People at my tables")
        NOBODY = "nobody", _("Nobody")

    username = models.CharField(
        _("user name"),
        max_length=USERNAME_LENGTH,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("This user name is taken.")},
    )
    display_name = models.CharField(
        _("display name"), max_length=DISPLAY_NAME_LENGTH, blank=True, validators=[validate_display_name]
    )
    about_me = models.CharField(
        _("line about themselves"), max_length=ABOUT_LENGTH, blank=True, default="", db_default=""
    )
    face = models.CharField(
        _("face"),
        max_length=12,
        choices=Face.choices,
        blank=True,
        default="",
        db_default="",
        help_text=_("Without one the initial is shown."),
    )
    username_key = models.CharField(max_length=KEY_LENGTH, blank=True, editable=False)
    display_name_key = models.CharField(max_length=KEY_LENGTH, blank=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    owner = models.ForeignKey(
        "self",
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="bots",
        db_index=False,
        help_text=_("For computer players from outside: the person who owns the program."),
    )
    owner_name = models.CharField(
        _("owner"), max_length=USERNAME_LENGTH, blank=True, default="", db_default="", editable=False
    )
    """The owner's user name, so that a computer player can be shown with it without loading the owner."""
    language = models.CharField(_("language"), max_length=10, blank=True)
    last_language = models.CharField(_("last language used"), max_length=10, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC", validators=[validate_time_zone])
    night_from = models.TimeField(_("my night begins"), default=time(23))
    night_until = models.TimeField(_("my night ends"), default=time(7))
    playing_from = models.PositiveSmallIntegerField(
        _("my playing hours begin"), default=9, db_default=9, help_text=_("The first of twelve hours, 0 to 23.")
    )
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet hours until"), null=True, blank=True)
    quiet_days = models.JSONField(_("quiet hours on"), default=every_day, help_text=_("0 is Monday, 6 is Sunday."))
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily digest"), default=18)
    last_call = models.PositiveSmallIntegerField(
        _("last reminder before a deadline"), default=60, help_text=_("In minutes; 0 means never.")
    )
    mail_trouble = models.TextField(
        _("why e-mails no longer reach this person"), blank=True, help_text=_("Empty if e-mails arrive.")
    )
    last_seen_at = models.DateTimeField(_("last seen"), null=True, blank=True)
    unhurried_computers = models.BooleanField(_("computer players take their time"), default=False, db_default=False)
    hand_in_mail = models.BooleanField(_("show my hand in e-mails"), default=True)
    skill_shown_to = models.CharField(
        _("who can see luck and skill"),
        max_length=8,
        choices=Audience.choices,
        default=Audience.NOBODY,
        db_default=Audience.NOBODY,
        help_text=_("On a page linked from the profile."),
    )
    presence_shown_to = models.CharField(
        _("who sees that I have a table open"),
        max_length=6,
        choices=PresenceAudience.choices,
        blank=True,
        default="",
        db_default="",
        help_text=_("Nobody, until the person has answered."),
    )
    open_data = models.BooleanField(
        _("public games included in the open data"),
        default=True,
        db_default=True,
        help_text=_(
            "Only finished public games. Names are left out, but not the table’s address, and "
            "the table’s page shows who played."
        ),
    )
    theme = models.CharField(_("colours"), max_length=5, blank=True, choices=Theme.choices)
    signed_out_at = models.DateTimeField(
        _("signed out everywhere"),
        null=True,
        blank=True,
        help_text=_("All sign-ins before that time have ended."),
    )
    restricted = models.BooleanField(
        _("has ever been restricted"),
        default=False,
        editable=False,
        help_text=_("The site looks for current restrictions only if this is set."),
    )
    decision_unread = models.BooleanField(_("has an unread moderators’ decision"), default=False, editable=False)
    erased_at = models.DateTimeField(
        _("deleted for good"), null=True, blank=True, help_text=_("This row then contains no personal data.")
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_whatever_its_case",
                violation_error_message=_("This user name is taken."),
            )
        ]
        indexes = [
            models.Index(fields=["username_key"], name="username_alike"),
            models.Index(fields=["display_name_key"], name="display_name_alike"),
            # For case-insensitive searches, which Django translates to UPPER.
            models.Index(Upper("username"), name="username_in_any_case"),
            models.Index(fields=["-date_joined", "-id"], name="user_joined"),
            models.Index(fields=["username"], name="user_staff", condition=Q(is_staff=True)),
            models.Index(fields=["username"], name="user_mail_trouble", condition=~Q(mail_trouble="")),
            models.Index(fields=["id"], name="user_listed", condition=Q(is_active=True, erased_at=None)),
            models.Index(fields=["owner"], name="user_owner", condition=Q(owner__isnull=False)),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user, and update the keys that find confusable names."""
        self.username_key, self.display_name_key = name_key(self.username), name_key(self.display_name)
        fields = kwargs.get("update_fields")
        if fields is not None and not {"username", "display_name"}.isdisjoint(fields):
            kwargs["update_fields"] = {*fields, "username_key", "display_name_key"}
        super().save(*args, **kwargs)

    @property
    def shown_name(self) -> str:
        """The name shown to others, with the owner's for external computer players, or "former player" once erased."""
        if self.erased_at:
            return str(_("former player"))
        if self.is_bot:
            return gettext("%(name)s (%(owner)s’s bot)") % {"name": self.own_name, "owner": self.owner_name}
        return self.own_name

    @property
    def own_name(self) -> str:
        """The display name or, without one, the user name, never with the owner's name."""
        return self.display_name or self.username

    @property
    def initial(self) -> str:
        """The first letter of the shown name, for users without a face."""
        return self.shown_name[:1].upper()

    @property
    def is_bot(self) -> bool:
        """Whether this is an external computer player: an account played by a user's program."""
        return self.owner_id is not None

    @property
    def can_be_challenged(self) -> bool:
        """Whether others can invite this user to a game by name: an active person with an account."""
        return self.is_active and self.erased_at is None and not (self.is_guest or self.is_bot)

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The user's time zone, or UTC if the stored one is no longer in the IANA database."""
        return zone_named(self.time_zone)

    @property
    def mail_language(self) -> str:
        """The language of mails and notifications: the chosen one, otherwise the language of the user's last page."""
        known = dict(settings.LANGUAGES)
        return next((code for code in (self.language, self.last_language) if code in known), settings.LANGUAGE_CODE)

    @property
    def can_be_mailed(self) -> bool:
        """Whether mails may be sent to this user. ``email`` is empty until the address is confirmed."""
        return bool(self.email) and self.is_active and not self.mail_trouble

    def get_session_auth_hash(self) -> str:
        """Return the hash for sessions and mail links, which a new password or ``signed_out_at`` invalidates."""
        return self._signed_out_hash(super().get_session_auth_hash(), settings.SECRET_KEY)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Return the session hash for each former secret key."""
        hashes = super().get_session_auth_fallback_hash()
        return map(self._signed_out_hash, hashes, settings.SECRET_KEY_FALLBACKS)

    def _signed_out_hash(self, password_hash: str, secret: str) -> str:
        """Return Django's session hash, combined with the time of the last sign-out everywhere, if any."""
        if self.signed_out_at is None:
            return password_hash
        text = f"{password_hash} {self.signed_out_at.timestamp()}"
        return salted_hmac("accounts.signed_out", text, secret=secret, algorithm="sha256").hexdigest()

    def __str__(self) -> str:
        return self.shown_name


Visitor = User | AnonymousUser
"""The type of ``request.user``."""

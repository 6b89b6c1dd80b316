"""Vacations, and the arrangements for each table during them."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.user_keys import user_key
from accounts.validators.time_zones import zone_named
from games.models.games import Game
from games.models.players import Player


class Vacation(models.Model):
    """Days on which a user does not play, from ``first`` to ``last`` inclusive.

    ``time_zone`` is the user's time zone when they planned the vacation. ``begins_at`` and ``ends_at`` are the
    corresponding moments, for the sweep.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        ON = "on", _("under way")
        OVER = "over", pgettext_lazy("vacation", "over")
        CANCELLED = "cancelled", pgettext_lazy("vacation", "cancelled")

    user = user_key("vacations")
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    begins_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))
    time_zone = models.CharField(_("time zone"), max_length=50, blank=True, default="", db_default="", editable=False)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PLANNED)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = [models.CheckConstraint(condition=Q(last__gte=F("first")), name="vacation_ends_after_it_begins")]
        indexes = [
            models.Index(fields=["begins_at"], name="vacation_begins", condition=Q(state="planned")),
            models.Index(fields=["-first", "-id"], name="vacation_first"),
            models.Index(fields=["ends_at"], name="vacation_ends", condition=Q(state="on")),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.first} – {self.last}"

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the days: ``time_zone`` during the vacation, otherwise the user's current one."""
        return zone_named(self.time_zone) if self.state == self.State.ON and self.time_zone else self.user.zone


class Arrangement(models.Model):
    """The arrangement for one table during a vacation; a friend must accept to sit in.

    If ``kind`` is empty, nothing is arranged, and the clock runs.
    """

    class Answer(models.TextChoices):
        NONE = "", _("not asked")
        ASKED = "asked", _("asked")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    vacation = models.ForeignKey(
        Vacation, verbose_name=_("vacation"), on_delete=models.CASCADE, related_name="arrangements", db_index=False
    )
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="arrangements")
    kind = models.CharField(_("meanwhile"), max_length=8, choices=Game.Away.choices, blank=True, default="")
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("friend"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="asked_to_sit_in",
    )
    answer = models.CharField(_("answer"), max_length=8, choices=Answer.choices, blank=True, default=Answer.NONE)

    class Meta:
        verbose_name = _("arrangement")
        verbose_name_plural = _("arrangements")
        constraints = [
            models.UniqueConstraint(fields=["vacation", "player"], name="arrangement_one_per_table"),
            models.CheckConstraint(
                condition=Q(kind="friend") | Q(friend__isnull=True), name="arrangement_friend_when_friend"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"

"""Reviews of finished games, and their progress."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.players import Player

PENDING_REVIEWS = Q(status__in=("waiting", "running"))


class Review(models.Model):
    """The Review of one seat of a finished game (games/review/report.py), made once, in slices.

    ``work`` holds the slices so far, ``report`` the result; ``tried`` holds the player's attempts at their mistakes
    ("solved" or "missed", by move number). ``result``, ``luck`` and ``error_rate`` are copied from the report, in
    chances to win. ``claimed_until`` is set while a task that continues the Review waits or runs; ``attempts`` counts
    the tasks that have begun a slice since the last finished slice.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("review", "waiting")
        RUNNING = "running", pgettext_lazy("review", "being prepared")
        DONE = "done", pgettext_lazy("review", "made")
        FAILED = "failed", pgettext_lazy("review", "failed")

    player = models.OneToOneField(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="review")
    status = models.CharField(_("status"), max_length=7, choices=Status.choices, default=Status.WAITING)
    progress = models.PositiveSmallIntegerField(_("progress"), default=0, help_text=_("In percent."))
    requested_at = models.DateTimeField(_("requested at"), default=timezone.now)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("requested by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="reviews",
        db_index=False,
    )
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    finished_at = models.DateTimeField(_("made at"), null=True, blank=True)
    work = models.JSONField(null=True, editable=False)
    report = models.JSONField(null=True, editable=False)
    tried = models.JSONField(default=dict, editable=False)
    result = models.FloatField(null=True, editable=False)
    luck = models.FloatField(null=True, editable=False)
    error_rate = models.FloatField(null=True, editable=False)
    decisions = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        indexes = [
            models.Index(fields=["requested_by", "-requested_at"], name="review_requested"),
            models.Index(fields=["requested_at"], name="review_pending", condition=PENDING_REVIEWS),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_status_display()}"

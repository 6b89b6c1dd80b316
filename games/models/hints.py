"""Signs of unfair play, for moderators to review. They have no automatic consequence, and expire."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key
from games.models.games import Game


class Hint(models.Model):
    """An unusual pattern that concerns one or two users. The evidence consists of numbers, never of a hash or a card.

    If the hint concerns two users equally, ``about`` is the user with the lower key. A dismissed hint is not raised
    again until it expires.
    """

    KEPT = timedelta(days=30)
    REASON = 500

    class Kind(models.TextChoices):
        DEVICE = "device", pgettext_lazy("hint", "same device")
        NETWORK = "network", pgettext_lazy("hint", "same network")
        SPARING = "sparing", pgettext_lazy("hint", "go easy on each other")
        WINNING = "winning", pgettext_lazy("hint", "win when they play together")
        YIELDING = "yielding", pgettext_lazy("hint", "resigns early to one person")
        STALLING = "stalling", pgettext_lazy("hint", "slow when losing")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    about = user_key("hints", _("about"))
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("other person"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="hints_with",
    )
    games = models.ManyToManyField(Game, verbose_name=_("games"), related_name="hints")
    evidence = models.JSONField(_("evidence"), default=dict)
    created_at = models.DateTimeField(_("when"))
    expires_at = models.DateTimeField(_("expires"), db_index=True)
    aside_at = models.DateTimeField(_("set aside"), null=True, blank=True)
    aside_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("set aside by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="hints_put_aside",
    )
    reason = models.CharField(_("reason"), max_length=REASON, blank=True)

    class Meta:
        verbose_name = _("sign of unfair play")
        verbose_name_plural = _("signs of unfair play")
        constraints = [
            models.UniqueConstraint(fields=["kind", "about", "other"], name="hint_once"),
            models.UniqueConstraint(fields=["kind", "about"], condition=Q(other=None), name="hint_once_about_one"),
            models.CheckConstraint(condition=~Q(about=F("other")), name="hint_of_two"),
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="hint_latest"),
            models.Index(fields=["-created_at", "-id"], name="hint_aside", condition=Q(aside_at__isnull=False)),
        ]

    def __str__(self) -> str:
        names = " + ".join(person.shown_name for person in (self.about, self.other) if person is not None)
        return gettext("%(what)s: %(said)s") % {"what": self.get_kind_display(), "said": names}

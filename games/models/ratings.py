"""Ratings by game. All of them can be recomputed from the rated games."""

from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import CombinedExpression
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key
from games.models.players import Player

SIGMAS = 2
"""Half a rating's band in standard deviations. If the model is right, 19 of 20 true strengths are in their band."""

MIN_GAMES = 10
"""The minimum number of rated games for being listed on a leaderboard."""


def lower_end() -> CombinedExpression:
    """Return the lower end of a rating's band, by which leaderboards are ordered."""
    return F("mu") - SIGMAS * F("sigma")


class Ladder(models.Model):
    """The ratings of one game. Lock this row before changing any of them."""

    variant = models.CharField(_("game"), max_length=30, primary_key=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")

    def __str__(self) -> str:
        return self.variant


class Rating(models.Model):
    """A user's strength in one game: a normal distribution with ``mu`` and ``sigma`` (openskill's scale)."""

    user = user_key("ratings", db_index=False)
    variant = models.CharField(_("game"), max_length=30)
    mu = models.FloatField(_("estimate"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("rated games"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "variant"], name="rating_one_per_game")]
        indexes = [
            models.Index(
                F("variant"),
                lower_end().desc(),
                F("user"),
                name="rating_listed",
                include=["mu", "sigma"],  # else PostgreSQL looks them up for the second expression
                condition=Q(games__gte=MIN_GAMES),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.mu:.1f} ± {self.sigma:.1f}"


class RatingChange(models.Model):
    """The rating change caused by a finished game, for the user who had this seat or was the first to lose it."""

    player = models.OneToOneField(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="rating_change"
    )
    user = user_key("rating_changes")
    mu_before = models.FloatField(_("estimate before"))
    sigma_before = models.FloatField(_("uncertainty before"))
    mu = models.FloatField(_("estimate after"))
    sigma = models.FloatField(_("uncertainty after"))

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")

    def __str__(self) -> str:
        return f"{self.player}: {self.mu_before:.1f} → {self.mu:.1f}"

"""Games that a user played long ago, many in one row, so that reading a long history takes few database pages."""

from django.conf import settings
from django.db import models


class PackedGames(models.Model):
    """The facts about some of a user's ended games that profiles and lists need (games/stats/packed_history.py).

    All of them can be computed from the games and their players. A row is never updated: if one of its games changes,
    the row is deleted, and its seats are marked as not packed.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="packed_games", db_index=False
    )
    count = models.PositiveSmallIntegerField()
    latest = models.DateTimeField(null=True)
    """When the last of these games ended, or None if none of the tables ever started."""
    games = models.JSONField()

    class Meta:
        indexes = [models.Index(fields=["user", "-latest"], include=["count"], name="packed_games_latest")]

    def __str__(self) -> str:
        return f"{self.user}: {self.count}"

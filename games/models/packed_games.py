"""Games that a user played long ago, many in one row, so that a long history is read in a few pages."""

from django.conf import settings
from django.db import models


class PackedGames(models.Model):
    """The facts that profiles and lists need of some ended games of one user (games/stats/packed_history.py).

    All of them can be worked out from the games and their players. A row is never changed: it is deleted if one of its
    games no longer is as it says, and its seats are marked as not packed.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="packed_games", db_index=False
    )
    count = models.PositiveSmallIntegerField()
    latest = models.DateTimeField(null=True)
    """When the last of them ended; None if none of these tables ever started."""
    games = models.JSONField()

    class Meta:
        indexes = [models.Index(fields=["user", "-latest"], include=["count"], name="packed_games_latest")]

    def __str__(self) -> str:
        return f"{self.user}: {self.count}"

"""The positions with which games begin that were not dealt."""

from django.db import models

from games.models.games import Game


class StartPosition(models.Model):
    """The position of another game with which this one begins, in place of a deal.

    It is stored whole: nothing depends on whether that other game (``Game.origin``) is still there.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="start_position")
    pieces = models.JSONField()
    """The fields of each ``rules.contract.Piece``."""

    facts = models.JSONField()
    events = models.JSONField()
    """The beginning of the turn under way, as a Move stores events."""

    def __str__(self) -> str:
        return str(self.game)

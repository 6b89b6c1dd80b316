"""Start positions of games that were not dealt."""

from django.db import models

from games.models.games import Game


class StartPosition(models.Model):
    """The position of another game with which this game begins, instead of a deal.

    It is stored completely, so that it does not depend on the other game (``Game.origin``), which may be deleted.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="start_position")
    pieces = models.JSONField()
    """The fields of each ``rules.contract.Piece``."""

    facts = models.JSONField()
    events = models.JSONField()
    """The events at the start of the current turn, stored as in a Move."""

    def __str__(self) -> str:
        return str(self.game)

"""The positions of a game's cards and tiles (such as Chicago Poker's businesses): the authoritative state."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Card(models.Model):
    """The position of one card. The keys and the order of the rows reveal nothing about hidden cards."""

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="cards", db_index=False
    )
    code = models.CharField(_("card"), max_length=12)
    zone = models.CharField(_("zone"), max_length=12)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    tile = models.CharField(_("tile"), max_length=12, blank=True)
    index = models.PositiveSmallIntegerField(_("index"), default=0)
    face_up = models.BooleanField(_("face up"), default=False)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        constraints = [models.UniqueConstraint(fields=["game", "code"], name="card_once_per_game")]

    def __str__(self) -> str:
        return self.code


class PackedPieces(models.Model):
    """The positions of all pieces of a game that ended long ago, replacing their separate rows (games/archive)."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="packed_pieces")
    cards = models.JSONField()
    """Per card: code, zone, seat, tile, index, and whether it is face up."""

    tiles = models.JSONField()
    """Per tile: code, zone, slot, index, controller."""

    def __str__(self) -> str:
        return str(self.game)


class Tile(models.Model):
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="tiles", db_index=False
    )
    code = models.CharField(_("tile"), max_length=12)
    zone = models.CharField(_("zone"), max_length=12)
    slot = models.PositiveSmallIntegerField(_("slot"), null=True, blank=True)
    index = models.PositiveSmallIntegerField(_("index"), default=0)
    controller = models.PositiveSmallIntegerField(_("controller"), null=True, blank=True)

    class Meta:
        verbose_name = _("tile")
        verbose_name_plural = _("tiles")
        constraints = [
            models.UniqueConstraint(fields=["game", "code"], name="tile_once_per_game"),
            models.UniqueConstraint(fields=["game", "slot"], name="tile_once_per_slot"),
        ]

    def __str__(self) -> str:
        return self.code

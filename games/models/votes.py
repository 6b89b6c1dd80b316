"""Votes, which need the consent of all players of a table."""

from django.db import models
from django.db.models import Q
from django.template.defaultfilters import yesno
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.players import Player


class Vote(models.Model):
    """A vote that is carried when all players have voted yes."""

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause the game")
        RESUME = "resume", _("resume the game")
        EXTEND = "extend", _("give more time for this move")
        CANCEL = "cancel", _("end the game without a result")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CARRIED = "carried", _("carried")
        FAILED = "failed", _("failed")

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="votes")
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.OPEN)
    by = models.ForeignKey(Player, verbose_name=_("proposed by"), on_delete=models.CASCADE, related_name="votes")
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    closes_at = models.DateTimeField(_("closes"))

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(state="open"), name="vote_one_open_per_game")
        ]
        indexes = [models.Index(fields=["closes_at"], name="vote_closes", condition=Q(state="open"))]

    def __str__(self) -> str:
        return str(self.get_kind_display())


class Ballot(models.Model):
    vote = models.ForeignKey(
        Vote, verbose_name=_("vote"), on_delete=models.CASCADE, related_name="ballots", db_index=False
    )
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="ballots")
    yes = models.BooleanField(_("yes"))
    cast_at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        constraints = [models.UniqueConstraint(fields=["vote", "player"], name="ballot_one_per_player")]

    def __str__(self) -> str:
        return f"{self.vote}: {yesno(self.yes)}"

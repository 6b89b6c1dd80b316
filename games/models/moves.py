"""What has happened at a table: the moves, and beside them what the rules know nothing of."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.players import Player


class Move(models.Model):
    """One move of the history, with the events it caused. Number 0 is the deal and has no seat."""

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        COMPUTER = "computer", _("a computer player")
        FORM = "form", _("by itself")
        CLOCK = "clock", _("the clock")
        ORDER = "order", _("a standing order")
        FRIEND = "friend", _("a friend who sits in")

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    text = models.CharField(_("move"), max_length=100)
    events = models.JSONField(_("events"), default=list)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    by = models.CharField(_("made by"), max_length=10, choices=By.choices, default=By.PLAYER)
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="move_one_per_number"),
            models.CheckConstraint(
                condition=Q(number=0, seat__isnull=True) | Q(number__gt=0, seat__isnull=False), name="move_has_seat"
            ),
        ]

    def __str__(self) -> str:
        """Without the text, which may name a card that not everybody knows."""
        return f"#{self.number}"

    def made_by(self, viewer: Player | None) -> str:
        """``by`` as this viewer may know it: that an order was obeyed is told to nobody but the one who gave it.

        ``viewer`` is his seat: a friend who sits in there, or who has taken it over from its loser, is not its giver.
        """
        if self.by != self.By.ORDER:
            return self.by
        gave_it = viewer is not None and viewer.seat == self.seat and not (viewer.friend_id or viewer.lost_by_id)
        return self.By.ORDER if gave_it else self.By.PLAYER


class Turn(models.Model):
    """A person was asked at a seat, and has decided or missed the deadline: how long others had to wait for him.

    A missed one stays missed, though it was forgiven and he has decided after all.
    """

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="turns")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="turns",
        help_text=_("Who was to move for the seat."),
    )
    asked = models.PositiveIntegerField(_("asked since move"))
    asked_at = models.DateTimeField(_("asked at"))
    done_at = models.DateTimeField(_("done at"))
    missed = models.BooleanField(_("missed the deadline"), default=False)

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints = [models.UniqueConstraint(fields=["player", "asked", "user"], name="turn_once")]
        indexes = [models.Index(fields=["user", "-done_at"], name="turn_lately")]

    def __str__(self) -> str:
        return f"{self.player}: {self.asked}"

    @staticmethod
    def note(turns: list[Turn]) -> None:
        """Write them down, in one statement; what was there stays missed if it was."""
        if turns:
            unique = ["player", "asked", "user"]
            Turn.objects.bulk_create(turns, update_conflicts=True, unique_fields=unique, update_fields=["done_at"])


class Incident(models.Model):
    """Something that happened between two moves and is no move: somebody was absent, a pause, a vote. For everybody."""

    class Kind(models.TextChoices):
        MISSED = "missed", _("a deadline was missed")
        FORGIVEN = "forgiven", _("a free miss was used")
        COMPUTER = "computer", _("a computer player sits in")
        FRIEND = "friend", _("a friend sits in")
        RETURNED = "returned", _("the owner plays again")
        LOST = "lost", _("the seat was lost")
        TAKEN = "taken", _("a substitute took the seat")
        PROPOSED = "proposed", _("a vote was opened")
        AGREED = "agreed", _("a vote was carried")
        DECLINED = "declined", _("a vote failed")
        PAUSED = "paused", _("the table paused")
        RESUMED = "resumed", _("the table went on")
        EXTENDED = "extended", _("a deadline was extended")
        SHORTENED = "shortened", _("an extension was taken back")
        CANCELLED = "cancelled", _("the game was cancelled")

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="incidents")
    after = models.PositiveIntegerField(_("after move"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    details = models.JSONField(_("details"), default=dict)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return str(self.get_kind_display())

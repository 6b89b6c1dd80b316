"""The history of a table: moves, turns, and incidents outside the rules."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.players import Player


class Move(models.Model):
    """One move of the history, with the events it caused. Number 0 is the deal and has no seat."""

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        COMPUTER = "computer", _("a computer player")
        FORM = "form", _("the site")
        CLOCK = "clock", _("the clock")
        ORDER = "order", _("a standing order")
        PLAN = "plan", _("a plan")
        FRIEND = "friend", _("a friend who sits in")

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="moves", db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    text = models.CharField(_("move"), max_length=100)
    events = models.JSONField(_("events"), default=list)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    by = models.CharField(_("made by"), max_length=10, choices=By.choices, default=By.PLAYER)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True, db_column="made_at")
    """The column keeps its original name: `restore` reads the last move of any backup (chicago/backup/manifest.py)."""

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
        """Omit the text, which may name a hidden card."""
        return f"#{self.number}"

    def made_by(self, viewer: Player | None) -> str:
        """Return ``by`` as this viewer may know it; ``viewer`` is the viewer's seat.

        Only the player who gave a standing order or made a plan may know that it made the move; a substitute, or a
        player who took over a lost seat, did not.
        """
        if self.by not in AUTOMATIC:
            return self.by
        own = viewer is not None and viewer.seat == self.seat and not (viewer.friend_id or viewer.lost_by_id)
        return self.by if own else self.By.PLAYER


AUTOMATIC = (Move.By.ORDER, Move.By.PLAN)
"""The origins of moves that look to everyone but the player like the player's own moves."""


class Advice(models.Model):
    """A move suggested to a seat by a hint; ``number`` is the number that the move will have if it is made."""

    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="advice", db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    text = models.CharField(_("move"), max_length=100)

    class Meta:
        verbose_name = _("advice")
        verbose_name_plural = _("advice")
        constraints = [models.UniqueConstraint(fields=["player", "number", "text"], name="advice_once")]

    def __str__(self) -> str:
        """Omit the text, which may name a hidden card."""
        return f"#{self.number}"


class Turn(models.Model):
    """A user's turn at a seat, taken or missed, with the time that the others waited.

    A missed turn stays missed, even if a free miss forgave it and the player then moved.
    """

    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="turns", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="turns",
        help_text=_("Who had to move for the seat."),
        db_index=False,
    )
    to_move_since = models.PositiveIntegerField(_("to move since move"))
    started_at = models.DateTimeField(_("turn began"))
    done_at = models.DateTimeField(_("done at"))
    missed = models.BooleanField(_("missed the deadline"), default=False)

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints = [models.UniqueConstraint(fields=["player", "to_move_since", "user"], name="turn_once")]
        indexes = [models.Index(fields=["user", "-done_at"], name="turn_lately")]

    def __str__(self) -> str:
        return f"{self.player}: {self.to_move_since}"

    @staticmethod
    def note(turns: list[Turn]) -> None:
        """Upsert the turns in one statement; a missed turn stays missed."""
        unique = ["player", "to_move_since", "user"]
        Turn.objects.bulk_create(turns, update_conflicts=True, unique_fields=unique, update_fields=["done_at"])


class Incident(models.Model):
    """A public event between two moves, such as an absence, a pause or a vote."""

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
    occurred_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ["game", "pk"]
        indexes = [
            models.Index(F("details__friend"), name="incident_of_friend", condition=Q(kind="friend")),
            models.Index(F("details__loser"), name="incident_of_loser", condition=Q(kind="lost")),
        ]

    def __str__(self) -> str:
        return str(self.get_kind_display())

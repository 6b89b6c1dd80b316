"""A seat at a table: its owner, its current player, and the state of its turn and clock."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User, Visitor
from accounts.validators.names import COMPUTERS
from games.models.games import Game
from games.models.hot_queries import PlayerManager

PLAYED_BY_COMPUTER = Q(to_move_since__isnull=False) & (~Q(bot="") | Q(stand_in="computer"))
"""Matches seats where it is a computer player's turn."""

NOT_PACKED = Q(packed=False)
"""Matches all seats at waiting or running tables, and a few at ended ones."""


def tables_of(user: User, **seats: Any) -> list[int]:
    """Return the keys of the tables of a user's unpacked seats that match ``seats``; may include ended tables.

    This is a separate query: in a join, PostgreSQL would read all running games, not knowing that the seats are few.
    """
    return list(Player.objects.filter(NOT_PACKED, user=user, **seats).values_list("game", flat=True))


def moved_by(user: User) -> Q:
    """Match the seats this user moves for: their own without a substitute, and those where they are the substitute."""
    return Q(user=user, stand_in="") | Q(friend=user, stand_in="friend")


def seen_by(user: User) -> Q:
    """Match the seats whose cards this user sees: their own, and those where they are the substitute."""
    return Q(user=user) | Q(friend=user, stand_in="friend")


def new_entropy() -> str:
    """Return a new share of the deal's entropy, for computer players and browsers without script (records.md 1.2)."""
    return secrets.token_hex(16)


class Player(models.Model):
    """A player at a table. ``seat`` is assigned at the start of the game, in the order of joining."""

    class Bot(models.TextChoices):
        NOVICE = "novice", pgettext_lazy("computer player", "Novice")
        CASUAL = "casual", pgettext_lazy("computer player", "Casual")
        CLUB = "club", pgettext_lazy("computer player", "Club")
        STRONG = "strong", pgettext_lazy("computer player", "Strong")
        MASTER = "master", pgettext_lazy("computer player", "Master")
        # No longer offered, but these players stay in their seats.
        STEADY = "steady", pgettext_lazy("computer player", "steady")
        RANDOM = "random", pgettext_lazy("computer player", "random")

    class StandIn(models.TextChoices):
        COMPUTER = "computer", _("a computer player")
        FRIEND = "friend", _("a friend")

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="players", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        db_index=False,
    )
    name = models.CharField(_("name"), max_length=40, blank=True, help_text=_("For somebody without an account here."))
    bot = models.CharField(_("computer player"), max_length=10, choices=Bot.choices, blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    persona = models.PositiveSmallIntegerField(_("persona"))
    entropy = models.CharField(_("entropy"), max_length=32)
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)
    to_move_since = models.PositiveIntegerField(_("to move since move"), null=True, blank=True)
    turn_started_at = models.DateTimeField(_("turn began"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    clock_from = models.DateTimeField(
        _("clock runs since"), null=True, blank=True, help_text=_("Or since the deadline was last moved.")
    )
    bank = models.PositiveIntegerField(_("reserve left"), null=True, blank=True, help_text=_("Seconds."))
    left = models.PositiveIntegerField(_("left when the clock stopped"), null=True, blank=True, help_text=_("Seconds."))
    turn_clock = models.JSONField(null=True, blank=True, editable=False)
    """State of the clock of this turn, running or paused (``games/play/core/seat_clocks.py``)."""
    misses = models.PositiveSmallIntegerField(_("missed deadlines"), default=0)
    stand_in = models.CharField(_("currently played by"), max_length=8, choices=StandIn.choices, blank=True)
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("the friend who sits in"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="sits_in",
    )
    resigned = models.BooleanField(_("resigned"), default=False)
    vacant = models.BooleanField(
        _("free to take over"),
        default=False,
        help_text=_("Its owner lost it. A computer plays until somebody takes the seat."),
    )
    lost_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("lost by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="lost_seats",
    )
    last_seen_at = models.DateTimeField(_("last viewed"), null=True, blank=True)
    orders = models.JSONField(default=dict, blank=True, editable=False)
    plan = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True, editable=False)
    """The owner's plan, ``rules.vocabulary.Plan`` as JSON, or an empty object."""
    answer_times = models.JSONField(default=list, db_default=Value([], models.JSONField()), blank=True, editable=False)
    """The seconds of the owner's last own answers at this table, oldest first; only moves wait as long."""
    last_turn_end = models.PositiveIntegerField(_("last move of the last turn"), default=0)
    drafts = models.JSONField(default=list, blank=True, editable=False)
    auto_at = models.DateTimeField(_("turn ends automatically at"), null=True, blank=True)
    last_post = models.CharField(max_length=200, blank=True, editable=False)
    hints = models.PositiveSmallIntegerField(_("hints taken"), default=0, db_default=0)
    packed = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether the game ended for good and, if it was played, is in the user's PackedGames."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="player_one_per_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="player_one_seat_per_user"),
            models.UniqueConstraint(fields=["game", "persona"], name="player_one_per_persona"),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(bot=""), name="player_user_or_bot"),
            models.CheckConstraint(
                condition=Q(
                    to_move_since__isnull=True, turn_started_at__isnull=True, deadline__isnull=True, left__isnull=True
                )
                | Q(to_move_since__isnull=False, turn_started_at__isnull=False),
                name="player_deadline_when_to_move",
            ),
        ]
        indexes = [
            models.Index(fields=["turn_started_at"], name="player_computers", condition=PLAYED_BY_COMPUTER),
            models.Index(fields=["deadline"], name="player_deadline", condition=Q(deadline__isnull=False)),
            models.Index(fields=["game"], name="player_vacant", condition=Q(vacant=True)),
            models.Index(fields=["auto_at"], name="player_auto_at", condition=Q(auto_at__isnull=False)),
            models.Index(fields=["user", "deadline"], name="player_waiting", condition=Q(to_move_since__isnull=False)),
            models.Index(fields=["user", "packed", "game"], name="player_packed"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def place(self) -> int:
        """The seat number. Raise `ValueError` before the game has started."""
        if self.seat is None:
            raise ValueError(f"player {self.pk} has no seat yet")
        return self.seat

    def is_seen_by(self, user: Visitor) -> bool:
        """Return whether ``user`` sees this seat's cards, like ``seen_by`` for a loaded row."""
        if not user.is_authenticated:
            return False
        return user.pk == self.user_id or (self.stand_in == self.StandIn.FRIEND and user.pk == self.friend_id)

    @property
    def computer(self) -> str:
        """The computer player that currently moves for this seat, or an empty string if a person does."""
        if self.bot:
            return self.bot
        return self.Bot.CLUB if self.stand_in == self.StandIn.COMPUTER else ""

    @property
    def mover(self) -> User | None:
        """The user who currently moves for this seat, the owner or a friend, or None for a computer player."""
        if self.computer:
            return None
        return self.friend if self.stand_in == self.StandIn.FRIEND else self.user

    @property
    def is_gone(self) -> bool:
        """Whether the account of the seat's player was erased, which leaves the seat without a name."""
        if self.user is not None:
            return self.user.erased_at is not None
        return not self.bot and not self.name

    @property
    def computer_name(self) -> str:
        """The name of the seat's computer player, or an empty string for other players.

        The name is derived from the table's key and the seat's persona, which do not change while a computer player has
        the seat. Therefore it is the same in every log, record and mail, and unique at the table.
        """
        return COMPUTERS[(5 * self.game_id + 7 * self.persona) % len(COMPUTERS)] if self.bot else ""

    @property
    def shown_name(self) -> str:
        """The display name of the seat's player, also used in records; it need not be unique."""
        if self.user is not None:
            return self.user.shown_name
        return self.name or self.computer_name or str(_("former player"))

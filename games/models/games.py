"""A table and its game: the settings that players accept by joining, and the state of the game."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import clock as clocks
from games.models.hot_queries import GameManager
from games.rules import RULES
from games.rules.fair_deal import commitment
from games.rules.game import Rules

ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are hard to confuse: without i, l, o, 0 and 1."""


def new_public_id() -> str:
    """Return a new public ID of a table, for URLs and records: six random characters."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(6))


def new_secret() -> str:
    """Return a new dealing secret of a table: 32 random bytes in hex (records.md 1.1)."""
    return secrets.token_hex(32)


def new_invitation() -> str:
    return secrets.token_urlsafe(12)


def default_away() -> list[str]:
    """Return the default of ``Game.away``: all choices are allowed for vacations."""
    return ["pause", "computer", "friend"]


class Game(models.Model):
    """A table and its game. The row exists from the moment that the table is opened."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        OVER = "over", pgettext_lazy("game", "over")
        CANCELLED = "cancelled", pgettext_lazy("game", "cancelled")
        STOPPED = "stopped", _("ended by moderators")

    class Clock(models.TextChoices):
        NONE = "none", _("no time limit")
        TURN = "turn", _("a fixed time for each turn")
        BANK = "bank", _("a time reserve, and some more each turn")

    class Absence(models.TextChoices):
        COMPUTER = "computer", _("a computer player sits in until the owner is back")
        PLAIN = "plain", _("the simplest legal moves are made")
        LOST = "lost", _("the seat is lost")

    class Away(models.TextChoices):
        PAUSE = "pause", _("the table pauses")
        COMPUTER = "computer", _("a computer player sits in")
        FRIEND = "friend", _("a friend sits in")

    UNFINISHED = (Status.OPEN, Status.RUNNING)
    SHORT_PACES = (1, 3, 6)
    """The hours of turns that need a daily rest: otherwise they could begin and end in a player's night."""

    PACES = (*SHORT_PACES, 12, 24, 48, 72, 168)
    PLAYING_HOURS = (8, 12, 16)
    MOST_MISSES = 3
    KEEP_SECRETS = (Status.RUNNING, Status.STOPPED)
    """The statuses in which hidden information stays hidden; moderators may reopen a stopped game."""

    REOPENS_WITHIN = timedelta(days=21)
    """How long moderators can reopen a game that they ended: 14 days for an appeal, and 7 for the answer."""

    RELIABILITIES = (80, 90, 95)
    """The choices for the minimum reliability of players, in percent of turns taken in time."""

    public_id = models.CharField(
        _("table"), max_length=12, unique=True, default=new_public_id, editable=False, db_column="table"
    )
    name = models.CharField(_("name"), max_length=40)
    variant = models.CharField(_("game"), max_length=30)
    options = models.JSONField(_("options"), default=dict)
    size = models.PositiveSmallIntegerField(_("seats"))
    clock = models.CharField(_("clock"), max_length=4, choices=Clock.choices, default=Clock.TURN)
    pace_hours = models.PositiveSmallIntegerField(_("time for a turn"), default=48, help_text=_("Hours."))
    pace_minutes = models.PositiveSmallIntegerField(
        _("extra minutes"), default=0, db_default=0, help_text=_("In addition to the hours.")
    )
    bank_hours = models.PositiveSmallIntegerField(_("reserve"), default=0, help_text=_("Hours."))
    added_hours = models.PositiveSmallIntegerField(_("added each turn"), default=0, help_text=_("Hours."))
    cap_hours = models.PositiveSmallIntegerField(_("maximum reserve"), default=0, help_text=_("Hours."))
    weekends_off = models.BooleanField(_("weekends off"), default=False)
    nights_off = models.BooleanField(_("nights off"), default=False)
    playing_hours = models.PositiveSmallIntegerField(
        _("playing hours a day"), default=0, db_default=0, help_text=_("Outside them no clock runs; 0 is no limit.")
    )
    absence = models.CharField(
        _("when a deadline is missed"), max_length=8, choices=Absence.choices, default=Absence.COMPUTER
    )
    free_misses = models.PositiveSmallIntegerField(_("free misses"), default=1)
    away = models.JSONField(_("allowed during vacations"), default=default_away)
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    agreed_until = models.DateTimeField(
        _("agreed to pause until"), null=True, blank=True, help_text=_("By a vote; vacations may pause it longer.")
    )
    public = models.BooleanField(_("public"), default=True)
    hand_labels = models.BooleanField(_("hand labels"), default=True)
    odds = models.BooleanField(_("odds"), default=False, db_default=False)
    any_computer = models.BooleanField(
        _("computers from outside"),
        default=False,
        db_default=False,
        help_text=_("Computer players from outside may sit down."),
    )
    rated = models.BooleanField(
        _("rated"),
        default=False,
        help_text=_("Before the start: what the host wants. After it: whether the result counts."),
    )
    rating_pending = models.BooleanField(_("not yet rated"), default=False, editable=False)
    least_reliable = models.PositiveSmallIntegerField(
        _("minimum reliability"), default=0, help_text=_("Turns on time out of a hundred; 0 lets anyone in.")
    )
    invitation = models.CharField(max_length=24, unique=True, default=new_invitation, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("host"), null=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(_("version"), default=0)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    facts = models.JSONField(default=dict, editable=False)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    called_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When a player last called the others to play on."""
    following = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """The seat that moves after the one to move, if that is known (``State.following``)."""
    computers_due_at = models.DateTimeField(null=True, blank=True, editable=False)
    computers_busy_until = models.DateTimeField(null=True, blank=True, editable=False)
    chat_version = models.PositiveIntegerField(
        _("talk"), default=0, help_text=_("How many times the talk at the table has changed.")
    )
    gallery_version = models.PositiveIntegerField(
        _("gallery"), default=0, help_text=_("How many times the spectators’ talk has changed.")
    )
    outcome = models.JSONField(_("outcome"), null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    origin = models.ForeignKey(
        "self",
        verbose_name=_("continued from"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="played_on",
        db_index=False,
    )
    origin_move = models.PositiveIntegerField(
        _("replaced move"),
        null=True,
        blank=True,
        help_text=_("The move of the original game that was played differently; empty if the cards were dealt again."),
    )
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    renamed_at = models.DateTimeField(null=True, blank=True, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("ended"), null=True, blank=True)

    objects: ClassVar[GameManager] = GameManager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = [("reveal_game", _("Can look at the hidden cards of a running game"))]
        indexes = [
            models.Index(fields=["status", "public", "-opened_at"], name="game_lobby"),
            models.Index(fields=["-opened_at", "-id"], name="game_opened"),
            models.Index(fields=["-started_at", "-id"], name="game_live", condition=Q(status="running", public=True)),
            models.Index(fields=["paused_until"], name="game_pause_ends", condition=Q(paused_until__isnull=False)),
            models.Index(
                fields=["computers_due_at"], name="game_computers_due", condition=Q(computers_due_at__isnull=False)
            ),
            models.Index(fields=["origin", "host"], name="game_origin", condition=Q(origin__isnull=False)),
            models.Index(fields=["variant", "finished_at"], name="game_to_rate", condition=Q(rating_pending=True)),
            models.Index(fields=["variant", "finished_at"], name="game_rated", condition=Q(rated=True, status="over")),
            models.Index(fields=["finished_at"], name="game_published", condition=Q(public=True, status="over")),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(size__gte=2, size__lte=10), name="game_size_in_range"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "cancelled"]) | Q(started_at__isnull=False),
                name="game_started_when_running",
            ),
            models.CheckConstraint(
                condition=~Q(status="over") | Q(outcome__isnull=False), name="game_over_has_outcome"
            ),
            models.CheckConstraint(
                condition=~Q(clock="bank") | Q(bank_hours__gt=0, cap_hours__gte=F("bank_hours")),
                name="game_bank_has_reserve",
            ),
            models.CheckConstraint(condition=Q(free_misses__lte=3), name="game_free_misses_in_range"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.public_id])

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any]) -> Self:
        """Load a game; options that did not exist yet when its table was opened get their assumed values."""
        game = super().from_db(db, field_names, values)
        if "options" in game.__dict__ and game.variant in RULES:
            game.options = game.rules.engine.complete(game.options)
        return game

    @property
    def rules(self) -> Rules:
        return RULES[self.variant]

    @property
    def commitment(self) -> str:
        """The hash that commits the server to its secret, shown before anyone joins (records.md 1.1)."""
        return commitment(bytes.fromhex(self.secret))

    @property
    def terms(self) -> clocks.Terms:
        return clocks.Terms(
            kind=self.clock,
            turn=timedelta(hours=self.pace_hours, minutes=self.pace_minutes),
            reserve=timedelta(hours=self.bank_hours),
            added=timedelta(hours=self.added_hours),
            cap=timedelta(hours=self.cap_hours),
            weekends=self.weekends_off,
            nights=self.nights_off,
            hours=self.playing_hours,
        )

    @property
    def pace_label(self) -> str:
        return clocks.pace_label(self.terms)

    @property
    def agreement_sentences(self) -> list[str]:
        return clocks.agreement_sentences(clocks.Agreement(self.terms, self.absence, self.free_misses, self.away))

    @property
    def entry_sentences(self) -> list[str]:
        """Whether the game is rated, and which players may join, as sentences."""
        sentences = [self.rating_sentence]
        if self.any_computer:
            sentences.append(self.computers_sentence)
        if not self.least_reliable or not self.public:
            return sentences
        return [
            *sentences,
            gettext(
                "To sit down, you need at least %(least)d of 100 turns on time, an invitation by name from "
                "somebody here, or fewer than ten turns so far."
            )
            % {"least": self.least_reliable},
        ]

    @property
    def rating_sentence(self) -> str:
        if not self.rated:
            return gettext("The game isn’t rated.")
        if self.is_open and self.any_computer:
            return gettext(
                "The game is rated if only people with an account sit down, or only computer players from "
                "outside: they have their own board."
            )
        if self.is_open:
            return gettext("The game is rated if only people with an account sit down: no guests, no computer players.")
        return gettext(
            "The game is rated: its result counts for everybody’s rating. If you lose your seat, you come last."
        )

    @property
    def computers_sentence(self) -> str:
        return gettext("Computer players from outside may sit down: other people’s programs.")

    @property
    def was_dealt(self) -> bool:
        """Whether the game begins with a deal rather than with a position of another game (StartPosition)."""
        return self.origin_move is None

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def has_no_result(self) -> bool:
        """Whether the game ended without a result, for good or until moderators reopen it."""
        return self.is_stopped or (self.status == self.Status.CANCELLED and self.started_at is not None)

    @property
    def is_stopped(self) -> bool:
        """Whether moderators ended the game and can still reopen it."""
        return self.status == self.Status.STOPPED

    @property
    def keeps_secrets(self) -> bool:
        """Whether hidden information stays hidden, because the game is running or may be reopened."""
        return self.status in self.KEEP_SECRETS

    @property
    def opens_at(self) -> datetime | None:
        """The time at which the hidden cards of a game ended by moderators become public, or None for other games."""
        return self.finished_at + self.REOPENS_WITHIN if self.is_stopped and self.finished_at else None

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end, and everything is public."""
        return self.status == self.Status.OVER

"""A table with its game: what was agreed to before anybody sat down, and how the game stands."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import clock as clocks
from games.rules import RULES, Rules
from games.rules.dealing import commitment

TABLE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that can't be mistaken for one another when somebody reads an address out."""


def new_table() -> str:
    """A table's public name in addresses and records: six characters, not to be guessed from another."""
    return "".join(secrets.choice(TABLE_ALPHABET) for _ in range(6))


def new_secret() -> str:
    """The dealing secret of a table: 32 random bytes in hex (record.md 1.1)."""
    return secrets.token_hex(32)


def new_invitation() -> str:
    """The secret part of an invitation's address."""
    return secrets.token_urlsafe(12)


def all_ways_to_be_away() -> list[str]:
    """What a new table allows for its players' vacations: everything."""
    return ["pause", "computer", "friend"]


class Game(models.Model):
    """A table with its game, from the moment it is opened."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        OVER = "over", pgettext_lazy("game", "over")
        CANCELLED = "cancelled", pgettext_lazy("game", "cancelled")
        STOPPED = "stopped", _("ended by moderators")

    class Clock(models.TextChoices):
        NONE = "none", _("no time limit")
        TURN = "turn", _("so much time for each turn")
        BANK = "bank", _("a reserve of time, and some more each turn")

    class Absence(models.TextChoices):
        COMPUTER = "computer", _("a computer player sits in until its owner returns")
        PLAIN = "plain", _("the plainest legal moves are made")
        LOST = "lost", _("the seat is lost")

    class Away(models.TextChoices):
        PAUSE = "pause", _("the table pauses")
        COMPUTER = "computer", _("a computer player sits in")
        FRIEND = "friend", _("a friend sits in")

    PACES = (12, 24, 48, 72, 168)
    MOST_MISSES = 3
    REOPENS_WITHIN = timedelta(days=21)
    """So long moderators can take back that they have ended a game: 14 days to appeal, and 7 to answer."""

    RELIABILITIES = (80, 90, 95)
    """What a table may ask of those who sit down: so many turns of a hundred taken in time."""

    table = models.CharField(_("table"), max_length=12, unique=True, default=new_table, editable=False)
    name = models.CharField(_("name"), max_length=40)
    slug = models.CharField(_("game"), max_length=30)
    options = models.JSONField(_("options"), default=dict)
    size = models.PositiveSmallIntegerField(_("seats"))
    clock = models.CharField(_("clock"), max_length=4, choices=Clock.choices, default=Clock.TURN)
    pace_hours = models.PositiveSmallIntegerField(_("time for a turn"), default=48, help_text=_("Hours."))
    bank_hours = models.PositiveSmallIntegerField(_("reserve"), default=0, help_text=_("Hours."))
    added_hours = models.PositiveSmallIntegerField(_("added each turn"), default=0, help_text=_("Hours."))
    cap_hours = models.PositiveSmallIntegerField(_("most in reserve"), default=0, help_text=_("Hours."))
    weekends_off = models.BooleanField(_("weekends off"), default=False)
    nights_off = models.BooleanField(_("nights off"), default=False)
    absence = models.CharField(
        _("when a deadline is missed"), max_length=8, choices=Absence.choices, default=Absence.COMPUTER
    )
    free_misses = models.PositiveSmallIntegerField(_("free misses"), default=1)
    away = models.JSONField(_("what vacations may do"), default=all_ways_to_be_away)
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    agreed_until = models.DateTimeField(
        _("agreed to pause until"), null=True, blank=True, help_text=_("By a vote; vacations may pause it longer.")
    )
    public = models.BooleanField(_("public"), default=True)
    hand_labels = models.BooleanField(_("hand labels"), default=True)
    rated = models.BooleanField(
        _("rated"), default=False, help_text=_("Before the start a wish; then whether it counts if it gets a result.")
    )
    rating_owed = models.BooleanField(_("still to be rated"), default=False, editable=False)
    least_reliable = models.PositiveSmallIntegerField(
        _("least reliability"), default=0, help_text=_("Turns in a hundred that were taken in time; 0: anybody.")
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
    computers_due_at = models.DateTimeField(null=True, blank=True, editable=False)
    computers_busy_until = models.DateTimeField(null=True, blank=True, editable=False)
    talk = models.PositiveIntegerField(
        _("talk"), default=0, help_text=_("How often what is said at the table has changed.")
    )
    gallery = models.PositiveIntegerField(
        _("gallery"), default=0, help_text=_("How often what is said among the spectators has changed.")
    )
    outcome = models.JSONField(_("outcome"), null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = [("reveal_game", _("Can look at the hidden cards of a running game"))]
        indexes = [
            models.Index(fields=["status", "public", "-opened_at"], name="game_lobby"),
            models.Index(fields=["paused_until"], name="game_pause_ends", condition=Q(paused_until__isnull=False)),
            models.Index(
                fields=["computers_due_at"], name="game_computers_due", condition=Q(computers_due_at__isnull=False)
            ),
            models.Index(fields=["slug", "ended_at"], name="game_to_rate", condition=Q(rating_owed=True)),
            models.Index(fields=["slug", "ended_at"], name="game_rated", condition=Q(rated=True, status="over")),
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
        return reverse("table", args=[self.table])

    @property
    def rules(self) -> Rules:
        """The rules package of this game."""
        return RULES[self.slug]

    @property
    def commitment(self) -> str:
        """What binds the server to its secret, shown before anyone joins (record.md 1.1)."""
        return commitment(bytes.fromhex(self.secret))

    @property
    def terms(self) -> clocks.Terms:
        """The clock that the table agreed on."""
        return clocks.Terms(
            kind=self.clock,
            turn=timedelta(hours=self.pace_hours),
            reserve=timedelta(hours=self.bank_hours),
            added=timedelta(hours=self.added_hours),
            cap=timedelta(hours=self.cap_hours),
            weekends=self.weekends_off,
            nights=self.nights_off,
        )

    @property
    def pace_words(self) -> str:
        """The time for a turn, in short."""
        return clocks.pace_words(self.terms)

    @property
    def binding_words(self) -> list[str]:
        """Everything about time and absence that binds whoever sits down, in sentences."""
        return clocks.binding_words(clocks.Agreement(self.terms, self.absence, self.free_misses, self.away))

    @property
    def contest_words(self) -> list[str]:
        """Whether the result counts, and whom the table takes, in sentences."""
        if not self.least_reliable or not self.public:
            return [self.rated_words]
        return [
            self.rated_words,
            gettext(
                "Only those sit down who have taken at least %(least)d of 100 turns in time, whom somebody here has "
                "invited by name, or who have had fewer than ten turns."
            )
            % {"least": self.least_reliable},
        ]

    @property
    def rated_words(self) -> str:
        """Whether the result counts, in a sentence."""
        if not self.rated:
            return gettext("The game is not rated.")
        if self.is_open:
            return gettext("The game is rated if only people with an account sit down: no guests, no computer players.")
        return gettext(
            "The game is rated: its result counts for everybody’s rating. Whoever loses the seat comes last."
        )

    @property
    def is_open(self) -> bool:
        """Whether it still waits for players."""
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        """Whether moves can be made."""
        return self.status == self.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Whether all its clocks stand still."""
        return self.paused_at is not None

    @property
    def has_no_result(self) -> bool:
        """Whether it has ended without one, for good or as long as moderators don't let it go on."""
        return self.is_stopped or (self.status == self.Status.CANCELLED and self.started_at is not None)

    @property
    def is_stopped(self) -> bool:
        """Whether moderators have ended it and may still let it go on."""
        return self.status == self.Status.STOPPED

    @property
    def keeps_secrets(self) -> bool:
        """Whether somebody may play on with what is hidden in it, so that it stays hidden."""
        return self.is_running or self.is_stopped

    @property
    def opens_at(self) -> datetime | None:
        """When a game that moderators have ended is laid open; None of any other."""
        return self.ended_at + self.REOPENS_WITHIN if self.is_stopped and self.ended_at else None

    @property
    def is_over(self) -> bool:
        """Whether it came to its end, so that everything is open."""
        return self.status == self.Status.OVER

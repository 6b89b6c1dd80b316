"""What players agree on and say to each other: votes, vacations, invitations, talk."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.template.defaultfilters import yesno
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.seats import Player
from games.models.tables import Game


class Vote(models.Model):
    """Something that needs the consent of everybody who plays: it is carried when all have said yes."""

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause the game")
        RESUME = "resume", _("go on with the game")
        EXTEND = "extend", _("give those who are to move another day")
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
    """What one player says to a vote."""

    vote = models.ForeignKey(Vote, verbose_name=_("vote"), on_delete=models.CASCADE, related_name="ballots")
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="ballots")
    yes = models.BooleanField(_("yes"))
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        constraints = [models.UniqueConstraint(fields=["vote", "player"], name="ballot_one_per_player")]

    def __str__(self) -> str:
        return f"{self.vote}: {yesno(self.yes)}"


class Vacation(models.Model):
    """Days on which somebody does not play, first and last included, in the person's own time zone.

    ``begins_at`` and ``ends_at`` are those days' borders as instants, for the sweep.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        ON = "on", _("going on")
        OVER = "over", pgettext_lazy("vacation", "over")
        CANCELLED = "cancelled", pgettext_lazy("vacation", "cancelled")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="vacations"
    )
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    begins_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PLANNED)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = [models.CheckConstraint(condition=Q(last__gte=F("first")), name="vacation_ends_after_it_begins")]
        indexes = [
            models.Index(fields=["begins_at"], name="vacation_begins", condition=Q(state="planned")),
            models.Index(fields=["ends_at"], name="vacation_ends", condition=Q(state="on")),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.first} – {self.last}"


class Arrangement(models.Model):
    """What happens at one table during somebody's vacation; a friend who is to sit in has to accept.

    An empty ``way`` is nothing at all: the clock runs.
    """

    class Answer(models.TextChoices):
        NONE = "", _("not asked")
        ASKED = "asked", _("asked")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    vacation = models.ForeignKey(
        Vacation, verbose_name=_("vacation"), on_delete=models.CASCADE, related_name="arrangements"
    )
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="arrangements")
    way = models.CharField(_("meanwhile"), max_length=8, choices=Game.Away.choices, blank=True, default="")
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("friend"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="asked_to_sit_in",
    )
    answer = models.CharField(_("answer"), max_length=8, choices=Answer.choices, blank=True, default=Answer.NONE)

    class Meta:
        verbose_name = _("arrangement")
        verbose_name_plural = _("arrangements")
        constraints = [
            models.UniqueConstraint(fields=["vacation", "player"], name="arrangement_one_per_table"),
            models.CheckConstraint(
                condition=Q(way="friend") | Q(friend__isnull=True), name="arrangement_friend_when_friend"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_way_display()}"


class Invitation(models.Model):
    """Somebody is asked by name to take a seat at a table that waits."""

    MOST = 20
    """So many at one table, answered ones included."""

    game = models.ForeignKey(Game, verbose_name=_("table"), on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="invitations"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("from"), on_delete=models.CASCADE, related_name="invitations_made"
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)
    declined = models.BooleanField(_("declined"), default=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="invitation_once_per_table")]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}"


class Membership(models.Model):
    """What one person keeps to himself at a table, with or without a seat: private notes, how much talk was read."""

    NOTE_LENGTH = 2000

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="memberships"
    )
    note = models.TextField(blank=True, editable=False, max_length=NOTE_LENGTH)
    read = models.PositiveBigIntegerField(
        _("last message read"), default=0, help_text=_("The key of that message; 0 is none.")
    )
    gallery_read = models.PositiveBigIntegerField(
        _("last message read in the gallery"), default=0, help_text=_("The key of that message; 0 is none.")
    )

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="membership_once_per_table")]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}"


class Message(models.Model):
    """Something a player says at the table, or a spectator to the others, as plain text."""

    LENGTH = 500

    class Room(models.TextChoices):
        TABLE = "table", _("the players")
        GALLERY = "gallery", _("the spectators")

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="messages")
    room = models.CharField(_("among"), max_length=7, choices=Room.choices, default=Room.TABLE)
    player = models.ForeignKey(
        Player, verbose_name=_("player"), null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), null=True, on_delete=models.SET_NULL, related_name="said"
    )
    text = models.CharField(_("text"), max_length=LENGTH)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return self.text[:40]

    @property
    def by(self) -> str:
        """What its author is called."""
        return self.user.shown_name if self.user is not None else str(_("former player"))

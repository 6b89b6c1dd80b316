"""Reports of what somebody has done, what moderators did about it, and what the person says to that."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.chat import Message
from games.models.games import Game


class Report(models.Model):
    """Somebody reports a message, a name or a behaviour. ``quoted`` is what it was about, as it stood then."""

    LENGTH = 500

    class Category(models.TextChoices):
        INSULT = "insult", _("insult or harassment")
        SPAM = "spam", _("advertising or nonsense")
        NAME = "name", _("an offensive or misleading name")
        UNFAIR = "unfair", _("unfair play")
        STALLING = "stalling", _("keeps others waiting on purpose")
        OTHER = "other", pgettext_lazy("report", "something else")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("report", "open")
        CLOSED = "closed", pgettext_lazy("report", "closed")

    category = models.CharField(_("category"), max_length=8, choices=Category.choices)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("about"), on_delete=models.PROTECT, related_name="reports_about"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("reported by"), on_delete=models.PROTECT, related_name="reports_made"
    )
    game = models.ForeignKey(
        Game, verbose_name=_("game"), null=True, blank=True, on_delete=models.SET_NULL, related_name="reports"
    )
    message = models.ForeignKey(
        Message, verbose_name=_("message"), null=True, blank=True, on_delete=models.SET_NULL, related_name="reports"
    )
    quoted = models.CharField(_("what was said"), max_length=Message.LENGTH, blank=True)
    words = models.CharField(_("in the reporter's words"), max_length=LENGTH, blank=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    state = models.CharField(_("state"), max_length=6, choices=State.choices, default=State.OPEN)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("taken by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="reports_taken",
    )
    taken_at = models.DateTimeField(_("taken at"), null=True, blank=True)
    closed_at = models.DateTimeField(pgettext_lazy("report", "closed at"), null=True, blank=True)
    closed_by = models.ForeignKey(
        "Act", verbose_name=_("closed by"), null=True, blank=True, on_delete=models.PROTECT, related_name="closes"
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.CheckConstraint(condition=~Q(by=F("about")), name="report_of_another"),
            models.UniqueConstraint(
                fields=["by", "message"],
                condition=Q(message__isnull=False, state="open"),
                name="report_once_per_message",
            ),
        ]
        indexes = [models.Index(fields=["at"], name="report_waits", condition=Q(state="open"))]

    def __str__(self) -> str:
        return f"{self.get_category_display()}: {self.about}"


class Act(models.Model):
    """Something a moderator did, and why. Rows are added, and neither changed nor deleted: by this class, by triggers
    of the database, and each carries a ``seal`` over itself and the one before, so that a gap shows.
    """

    class Kind(models.TextChoices):
        DISMISS = "dismiss", _("nothing to do")
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        SUSPEND = "suspend", _("suspended")
        BAN = "ban", _("banned")
        RENAME = "rename", _("renamed")
        REMOVE = "remove", _("message removed")
        EXTEND = "extend", _("deadline extended")
        REPLACE = "replace", _("seat replaced")
        END = "end", _("game ended without a result")
        REVEAL = "reveal", _("looked at hidden cards")
        UPHOLD = "uphold", _("appeal turned down")
        UNDO = "undo", _("taken back")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("moderator"), on_delete=models.PROTECT, related_name="acts"
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("about"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="acts_about",
    )
    report = models.ForeignKey(
        Report, verbose_name=_("report"), null=True, blank=True, on_delete=models.PROTECT, related_name="acts"
    )
    game = models.ForeignKey(
        Game, verbose_name=_("game"), null=True, blank=True, on_delete=models.PROTECT, related_name="acts"
    )
    undoes = models.OneToOneField(
        "self", verbose_name=_("takes back"), null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    reason = models.CharField(_("reason"), max_length=500)
    details = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("at"))
    seal = models.CharField(_("seal"), max_length=64, unique=True, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("of a moderator", "act")
        verbose_name_plural = pgettext_lazy("of a moderator", "acts")
        ordering = ["pk"]
        permissions = [
            ("moderate", _("Can moderate: warn, mute, suspend, ban, rename, remove messages, answer appeals")),
            ("moderate_games", _("Can moderate games: extend deadlines, replace seats, end games")),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Once. Raises TypeError for a row that is there already."""
        if self.pk is not None:
            raise TypeError("what moderators did is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Never: raises TypeError."""
        raise TypeError("what moderators did is never deleted")

    @property
    def facts(self) -> dict[str, Any]:
        """``details`` with what is kept of the person's words and names, as long as it is."""
        particulars = getattr(self, "particulars", None)
        return self.details | (particulars.facts if particulars is not None else {})


class Particulars(models.Model):
    """What an act says of the person in so many words: names, a message, what he was told.

    It goes when the person does. The act's seal covers its salted digest alone, so that the log stays whole.
    """

    WORDS = frozenset({"words", "message", "before", "after"})
    """The facts of an act that are kept here."""

    act = models.OneToOneField(
        Act,
        verbose_name=pgettext_lazy("of a moderator", "act"),
        on_delete=models.CASCADE,
        related_name="particulars",
    )
    salt = models.CharField(max_length=32, editable=False)
    facts = models.JSONField(_("details"), default=dict)

    class Meta:
        verbose_name = _("particulars")
        verbose_name_plural = _("particulars")

    def __str__(self) -> str:
        return str(self.act)


class Appeal(models.Model):
    """Somebody whom an act concerns asks, once, that another moderator looks at it."""

    LENGTH = 1000

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("appeal", "open")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("turned down")

    act = models.OneToOneField(
        Act, verbose_name=pgettext_lazy("of a moderator", "act"), on_delete=models.PROTECT, related_name="appeal"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), on_delete=models.PROTECT, related_name="appeals"
    )
    words = models.CharField(_("words"), max_length=LENGTH)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.OPEN)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [models.Index(fields=["at"], name="appeal_waits", condition=Q(state="open"))]

    def __str__(self) -> str:
        return str(self.act)


class StaffNote(models.Model):
    """What moderators tell each other about a person."""

    LENGTH = 1000

    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("about"), on_delete=models.CASCADE, related_name="staff_notes"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="staff_notes_made",
    )
    text = models.CharField(_("text"), max_length=LENGTH)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("note for moderators")
        verbose_name_plural = _("notes for moderators")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.text[:40]

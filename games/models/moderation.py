"""Reports, the moderators' actions, appeals, and staff notes."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.user_keys import user_key
from games.models.chat import Message
from games.models.games import Game


class Report(models.Model):
    """A report of a message, a name or a behaviour. ``quoted`` is a copy of the text when it was reported."""

    LENGTH = 500

    class Category(models.TextChoices):
        INSULT = "insult", _("insult or harassment")
        SPAM = "spam", _("advertising or nonsense")
        NAME = "name", _("an offensive or misleading name")
        UNFAIR = "unfair", _("unfair play")
        ACCOUNTS = "accounts", _("several accounts")
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
    quoted = models.CharField(_("reported text"), max_length=Message.LENGTH, blank=True)
    words = models.CharField(_("in the reporter’s words"), max_length=LENGTH, blank=True)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)
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
        "ModerationAction",
        verbose_name=_("closed by"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="closes",
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
        indexes = [
            models.Index(fields=["created_at"], name="report_waits", condition=Q(state="open")),
            models.Index(fields=["-closed_at", "-id"], name="report_done", condition=Q(state="closed")),
        ]

    def __str__(self) -> str:
        return f"{self.get_category_display()}: {self.about}"


class ModerationAction(models.Model):
    """A moderator's action and its reason, in an append-only log.

    This class and database triggers prevent updates and deletions. Each row's ``seal`` covers the row and the one
    before it, so that a missing row is detected.
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
        settings.AUTH_USER_MODEL,
        verbose_name=_("moderator"),
        on_delete=models.PROTECT,
        related_name="moderation_actions",
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("about"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moderation_actions_about",
    )
    report = models.ForeignKey(
        Report, verbose_name=_("report"), null=True, blank=True, on_delete=models.PROTECT, related_name="actions"
    )
    game = models.ForeignKey(
        Game, verbose_name=_("game"), null=True, blank=True, on_delete=models.PROTECT, related_name="moderation_actions"
    )
    undoes = models.OneToOneField(
        "self", verbose_name=_("takes back"), null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    reason = models.CharField(_("reason"), max_length=500)
    details = models.JSONField(_("details"), default=dict, blank=True)
    created_at = models.DateTimeField(_("when"))
    seal = models.CharField(_("seal"), max_length=64, unique=True, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("of a moderator", "decision")
        verbose_name_plural = pgettext_lazy("of a moderator", "decisions")
        ordering = ["pk"]
        permissions = [
            ("moderate", _("Can moderate: warn, mute, suspend, ban, rename, remove messages, answer appeals")),
            ("moderate_games", _("Can moderate games: extend deadlines, replace seats, end games")),
        ]
        indexes = [models.Index(fields=["game"], name="action_ends_game", condition=Q(kind="end"))]

    def __str__(self) -> str:
        return f"#{self.pk} {self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row. Raise `TypeError` if it exists already."""
        if self.pk is not None:
            raise TypeError("what moderators did is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise `TypeError`: actions are never deleted."""
        raise TypeError("what moderators did is never deleted")

    @property
    def facts(self) -> dict[str, Any]:
        """``details`` and, as long as they are stored, the user's texts and names."""
        personal = getattr(self, "action_details", None)
        return dict(self.details) | (personal.facts if personal is not None else {})


class ActionDetails(models.Model):
    """The personal data of an action: names, a message, the text that was sent to the user.

    The row is erased with the user. The action's seal covers only a salted digest of the data, so that the log stays
    verifiable.
    """

    WORDS = frozenset({"words", "message", "before", "after"})
    """The facts of an action that are personal data and therefore stored here."""

    action = models.OneToOneField(
        ModerationAction,
        verbose_name=pgettext_lazy("of a moderator", "decision"),
        on_delete=models.CASCADE,
        related_name="action_details",
    )
    salt = models.CharField(max_length=32, editable=False)
    facts = models.JSONField(_("details"), default=dict)

    class Meta:
        verbose_name = _("personal details")
        verbose_name_plural = _("personal details")

    def __str__(self) -> str:
        return str(self.action)


class Appeal(models.Model):
    """A user's request that another moderator review an action about them. There is at most one per action."""

    LENGTH = 1000

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("appeal", "open")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("turned down")

    action = models.OneToOneField(
        ModerationAction,
        verbose_name=pgettext_lazy("of a moderator", "decision"),
        on_delete=models.PROTECT,
        related_name="appeal",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), on_delete=models.PROTECT, related_name="appeals"
    )
    words = models.CharField(_("text of the appeal"), max_length=LENGTH)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.OPEN)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [
            models.Index(fields=["created_at"], name="appeal_waits", condition=Q(state="open")),
            models.Index(fields=["-answered_at", "-id"], name="appeal_done", condition=~Q(state="open")),
        ]

    def __str__(self) -> str:
        return str(self.action)


class AppealAnswer(models.Model):
    """A moderator's answer to an appeal that takes effect at ``due_at``. Until then it can be undone."""

    appeal = models.OneToOneField(
        Appeal, verbose_name=_("appeal"), on_delete=models.CASCADE, related_name="pending_answer"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, verbose_name=_("moderator"), on_delete=models.PROTECT)
    granted = models.BooleanField(_("granted"))
    reason = models.CharField(_("reason"), max_length=500)
    words = models.CharField(_("what the moderators say"), max_length=500, blank=True)
    due_at = models.DateTimeField(_("due at"), db_index=True)

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")

    def __str__(self) -> str:
        return str(self.appeal)


class StaffNote(models.Model):
    """A note by moderators about a user, for staff only."""

    LENGTH = 1000

    about = user_key("staff_notes", _("about"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="staff_notes_made",
    )
    text = models.CharField(_("text"), max_length=LENGTH)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("note for moderators")
        verbose_name_plural = _("notes for moderators")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.text[:40]

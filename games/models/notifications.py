"""Notices, their deliveries by channel, and each user's preferences and destinations."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key
from games.models.games import Game
from games.models.players import Player


class NotificationKind(models.TextChoices):
    TURN = "turn", _("your move")
    NEAR = "near", _("a deadline is near")
    NEXT = "next", _("you are next")
    CALL = "call", _("somebody calls you to play on")
    ACTED = "acted", _("a move was made for you")
    STARTED = "started", _("a game has started")
    OVER = "over", _("a game is over")
    INVITED = "invited", _("an invitation")
    MENTION = "mention", _("somebody mentions you")
    VOTE = "vote", _("a vote")
    FRIEND = "friend", _("somebody wants to be friends")
    CONDUCT = "conduct", _("a decision of the moderators")
    TEST = "test", _("a test")


class DeliveryChannel(models.TextChoices):
    MAIL = "mail", _("e-mail")
    PUSH = "push", _("on my phone or computer")
    HOOK = "hook", _("webhook")


class DeliveryTiming(models.TextChoices):
    NOW = "now", _("at once")
    ONCE = "once", _("once, until I’m back")
    DIGEST = "digest", _("daily digest")
    OFF = "off", _("never")


class Notice(models.Model):
    """A notice for one user, not to be sent before ``due_at``. Its deliveries are created when it is due.

    ``key`` identifies the occasion, so that enqueueing is idempotent. ``data`` holds further facts for the text,
    never a card.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("scheduled")
        DONE = "done", _("queued for sending")
        DROPPED = "dropped", _("no longer needed")

    user = user_key("notices", db_index=False)
    kind = models.CharField(_("kind"), max_length=10, choices=NotificationKind.choices)
    game = models.ForeignKey(
        Game, verbose_name=_("game"), null=True, blank=True, on_delete=models.CASCADE, related_name="notices"
    )
    player = models.ForeignKey(
        Player, verbose_name=_("player"), null=True, blank=True, on_delete=models.CASCADE, related_name="notices"
    )
    key = models.CharField(_("occasion"), max_length=120)
    data = models.JSONField(_("details"), default=dict, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PENDING)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    due_at = models.DateTimeField(_("due"))

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notice_once_per_occasion")]
        indexes = [models.Index(fields=["due_at"], name="notice_pending", condition=Q(state="pending"))]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"


def translated(kept: str) -> str:
    """Return a stored message in the active language; a mail server's own text is not translated."""
    return gettext(kept) if kept else ""


class Delivery(models.Model):
    class State(models.TextChoices):
        PENDING = "pending", _("waiting to be sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("failed for good")

    notice = models.ForeignKey(
        Notice, verbose_name=_("notification"), on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    user = user_key("deliveries", db_index=False)
    channel = models.CharField(_("channel"), max_length=4, choices=DeliveryChannel.choices)
    target = models.CharField(
        _("target"), max_length=20, blank=True, help_text=_("Which of the person’s browsers or webhooks.")
    )
    when = models.CharField(_("how soon"), max_length=6, choices=DeliveryTiming.choices, default=DeliveryTiming.NOW)
    batched = models.BooleanField(
        _("bundled"),
        default=False,
        help_text=_("Sent in one message with everything else due for this person at that time."),
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PENDING)
    due_at = models.DateTimeField(_("due"))
    tries = models.PositiveSmallIntegerField(_("attempts"), default=0)
    error = models.TextField(_("last error"), blank=True)
    response = models.TextField(_("the other server’s answer"), blank=True)
    address = models.CharField(_("sent to"), max_length=254, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel", "target"], name="delivery_once_per_target"),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="delivery_pending", condition=Q(state="pending")),
            models.Index(fields=["due_at"], name="delivery_failed", condition=Q(state="failed")),
            models.Index(fields=["sent_at"], name="delivery_sent", condition=Q(state="sent")),
            models.Index(fields=["user", "channel", "-sent_at"], name="delivery_last_sent"),
        ]

    def __str__(self) -> str:
        return f"{self.get_channel_display()}: {self.notice}"

    @property
    def problem(self) -> str:
        return translated(self.error)


class NotificationPreference(models.Model):
    """A user's preference for one kind of notice on one channel, at one table or (``game`` is None) at all others."""

    user = user_key("notification_preferences", db_index=False)
    kind = models.CharField(_("kind"), max_length=10, choices=NotificationKind.choices)
    channel = models.CharField(_("channel"), max_length=4, choices=DeliveryChannel.choices)
    game = models.ForeignKey(
        Game,
        verbose_name=_("table"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notification_preferences",
    )
    when = models.CharField(_("how soon"), max_length=6, choices=DeliveryTiming.choices)

    class Meta:
        verbose_name = _("notification setting")
        verbose_name_plural = _("notification settings")
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "channel", "game"], name="choice_once_per_table"),
            models.UniqueConstraint(
                fields=["user", "kind", "channel"], condition=Q(game__isnull=True), name="choice_once_for_all"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.get_channel_display()}: {self.get_when_display()}"


class PushSubscription(models.Model):
    """A browser's push subscription (Push API): its endpoint, and the keys for encrypting notices."""

    user = user_key("push_subscriptions")
    endpoint = models.URLField(_("address"), max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    name = models.CharField(_("browser"), max_length=80, blank=True)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    last_at = models.DateTimeField(_("last used"), null=True, blank=True)
    ended_at = models.DateTimeField(
        _("ended"), null=True, blank=True, help_text=_("When its push service stopped accepting notifications.")
    )

    class Meta:
        verbose_name = _("browser with notifications")
        verbose_name_plural = _("browsers with notifications")

    def __str__(self) -> str:
        return self.name or str(self.pk)


def new_hook_secret() -> str:
    """Return a new key for signing posts, so that a webhook's receiver can verify them."""
    return secrets.token_hex(32)


class Webhook(models.Model):
    """An address to which a user's notices are posted or, with the form PLAYER, requests for a bot's moves."""

    class Form(models.TextChoices):
        JSON = "json", _("JSON")
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")
        PLAYER = "player", _("a computer player")

    user = user_key("webhooks", db_index=False)
    form = models.CharField(_("format"), max_length=7, choices=Form.choices, default=Form.JSON)
    address = models.URLField(_("address"), max_length=1000)
    secret = models.CharField(max_length=64, default=new_hook_secret, editable=False)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    last_at = models.DateTimeField(_("last used"), null=True, blank=True)
    response = models.TextField(_("last answer"), blank=True)
    problem = models.TextField(_("last problem"), blank=True, help_text=_("Empty if it was accepted."))
    stopped = models.BooleanField(_("stopped"), default=False, help_text=_("After it refused for good."))

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        constraints = [models.UniqueConstraint(fields=["user", "address"], name="webhook_once_per_address")]

    def __str__(self) -> str:
        return f"{self.get_form_display()}: {self.user}"


def new_feed_key() -> str:
    return secrets.token_urlsafe(24)


class FeedKey(models.Model):
    """The key with which calendars and feed readers fetch a user's deadlines and turns; each user has only one."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="feed_key"
    )
    key = models.CharField(max_length=40, unique=True, default=new_feed_key, editable=False)
    created_at = models.DateTimeField(_("made"), auto_now=True)
    language = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)
    time_zone = models.CharField(max_length=50, blank=True, default="", db_default="", editable=False)
    """The language and time zone of the last fetch, empty before the first fetch."""
    settings_changed_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When a fetch last found that these settings had changed, and with them all texts of the feeds."""

    class Meta:
        verbose_name = _("feed address")
        verbose_name_plural = _("feed addresses")

    def __str__(self) -> str:
        return str(self.user)

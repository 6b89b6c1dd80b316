"""A table's chat messages, and each user's private notes and read positions there."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key
from games.models.games import Game
from games.models.players import Player


class Membership(models.Model):
    """A user's private data at a table, with or without a seat: notes, and read positions in the chat."""

    NOTE_LENGTH = 2000

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="memberships", db_index=False
    )
    user = user_key("memberships")
    note = models.TextField(blank=True, editable=False, max_length=NOTE_LENGTH)
    read = models.PositiveBigIntegerField(
        _("last message read"), default=0, help_text=_("The key of that message; 0 means none.")
    )
    gallery_read = models.PositiveBigIntegerField(
        _("last message read in the gallery"), default=0, help_text=_("The key of that message; 0 means none.")
    )

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="membership_once_per_table")]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}"


class Message(models.Model):
    """A chat message, in plain text, in the players' or the spectators' room of a table."""

    LENGTH = 500

    class Room(models.TextChoices):
        TABLE = "table", _("the players")
        GALLERY = "gallery", _("the spectators")

    class Phrase(models.TextChoices):
        LUCK = "luck", _("Good luck")
        PLAYED = "played", _("Well played")
        THANKS = "thanks", _("Thanks")
        MOMENT = "moment", _("One moment, please")

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="messages")
    room = models.CharField(_("audience"), max_length=7, choices=Room.choices, default=Room.TABLE)
    player = models.ForeignKey(
        Player, verbose_name=_("player"), null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="messages",
    )
    text = models.CharField(_("text"), max_length=LENGTH)
    phrase = models.CharField(
        _("quick phrases"), max_length=10, choices=Phrase.choices, blank=True, default="", db_default=""
    )
    """A quick phrase, shown to each reader in their own language; ``text`` has it in the author's language."""
    sent_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return self.text[:40]

    @property
    def localized_text(self) -> str:
        """The text for the reader: quick phrases in the active language."""
        return str(self.get_phrase_display()) if self.phrase else self.text

    @property
    def by(self) -> str:
        """The author's name as shown to others, or “former player” once the account is erased."""
        return self.user.shown_name if self.user is not None else str(_("former player"))

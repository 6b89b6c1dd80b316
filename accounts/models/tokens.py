"""Personal tokens that let programs act for a user."""

from datetime import timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key


class Token(models.Model):
    """A personal token. Only a hash of its secret is stored; ``start`` has the first characters, to recognise it.

    ``scopes`` are values of :class:`Scope`, or only ``BOT`` for a computer player. A token without ``ends_at`` is
    valid until it is revoked.
    """

    class Scope(models.TextChoices):
        ACCOUNT_READ = "account:read", _("See who I am")
        TABLES_READ = "tables:read", _("See my tables")
        PLAY = "play", _("Make moves")
        CHAT_WRITE = "chat:write", _("Write at the table")

    BOT = "bot"
    """The scope of a token for playing as the owner's computer player, which includes all other scopes."""

    NAME = 40
    MOST = 10
    """The maximum number of tokens per user."""

    USE_NOTED = timedelta(minutes=1)
    """The minimum interval between two recorded uses, so that not every call writes a row."""

    user = user_key("tokens", db_index=False)
    name = models.CharField(_("name"), max_length=NAME)
    start = models.CharField(_("begins with"), max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="token_one_per_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def has_ended(self) -> bool:
        return self.ends_at is not None and self.ends_at <= timezone.now()

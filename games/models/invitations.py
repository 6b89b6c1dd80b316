"""Invitations of users to open tables."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Invitation(models.Model):
    """An invitation of one user to a table that is waiting for players."""

    MOST = 20
    """The maximum number per table, including declined ones."""

    game = models.ForeignKey(
        Game, verbose_name=_("table"), on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="invitations"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("from"), on_delete=models.CASCADE, related_name="invitations_made"
    )
    sent_at = models.DateTimeField(_("at"), auto_now_add=True)
    declined = models.BooleanField(_("declined"), default=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="invitation_once_per_table")]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}"

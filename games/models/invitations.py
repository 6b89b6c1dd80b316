"""Invitations of users to open tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key
from games.models.games import Game


class Invitation(models.Model):
    MOST = 20
    """Maximum number of invitations per table, including declined ones."""

    game = models.ForeignKey(
        Game, verbose_name=_("table"), on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    user = user_key("invitations")
    by = user_key("invitations_made", _("from"))
    sent_at = models.DateTimeField(_("at"), auto_now_add=True)
    declined = models.BooleanField(_("declined"), default=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="invitation_once_per_table")]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}"

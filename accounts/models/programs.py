"""Third-party programs that may act for a user through OAuth."""

from allauth.idp.oidc.models import Client
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key


class Program(Client):
    """A program: allauth's OAuth client under the name used on the site's pages."""

    class Meta:
        proxy = True
        verbose_name = _("program")
        verbose_name_plural = _("programs")

    def __str__(self) -> str:
        return self.name


class AuthorizedProgram(models.Model):
    """A program (an OAuth client) that a user has authorized to act for them, until they revoke it.

    ``scopes`` are values of :class:`accounts.models.Token.Scope` or ``openid``. Allauth stores the program's tokens.
    No token is issued or valid without this row, except by client credentials, with which a program acts for its owner.
    """

    user = user_key("authorized_programs", db_index=False)
    client = models.ForeignKey(
        "allauth_idp_oidc.Client", verbose_name=_("program"), on_delete=models.CASCADE, related_name="+"
    )
    scopes = models.JSONField(_("scopes"), default=list)
    created_at = models.DateTimeField(_("allowed"), auto_now_add=True)
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("authorized program")
        verbose_name_plural = _("authorized programs")
        ordering = ["-created_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "client"], name="program_authorized_once")]

    def __str__(self) -> str:
        return f"{self.client_id} for #{self.user_id}"

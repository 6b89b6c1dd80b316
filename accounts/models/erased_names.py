"""Names of erased accounts, which stay closed for a while, so that no stranger passes for a person who has left."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _


class ErasedName(models.Model):
    """The keyed hash of a name's key. Nothing leads to the account: no user, no order of rows, a month for a date."""

    RETENTION = timedelta(days=365)

    digest = models.CharField(_("fingerprint"), max_length=64, primary_key=True)
    until = models.DateField(_("until"), db_index=True)

    class Meta:
        verbose_name = _("name of an erased account")
        verbose_name_plural = _("names of erased accounts")

    def __str__(self) -> str:
        return self.digest

"""Names of erased accounts, which stay reserved for a while, so that others can't impersonate former users."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _


class ErasedName(models.Model):
    """A keyed hash of a ``name_key``, without a user, serial number or exact date that could reveal the account."""

    RETENTION = timedelta(days=365)

    digest = models.CharField(_("fingerprint"), max_length=64, primary_key=True)
    until = models.DateField(_("until"), db_index=True)

    class Meta:
        verbose_name = _("name of an erased account")
        verbose_name_plural = _("names of erased accounts")

    def __str__(self) -> str:
        return self.digest

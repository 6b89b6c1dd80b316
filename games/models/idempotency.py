"""API requests that were carried out, so that repeating one has no further effect."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key


class IdempotencyKey(models.Model):
    """A request that changed something, with the key given by its sender.

    ``fingerprint`` is a hash of the method, path and body; ``table`` is the table whose state is the response.
    """

    LENGTH = 64
    RETENTION = timedelta(days=1)

    user = user_key("idempotency_keys", db_index=False)
    key = models.CharField(max_length=LENGTH)
    fingerprint = models.CharField(max_length=64)
    table = models.CharField(_("table"), max_length=12, blank=True)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once")]
        indexes = [models.Index(fields=["created_at"], name="idempotency_key_made")]

    def __str__(self) -> str:
        return self.key

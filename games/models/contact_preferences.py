"""How users without a confirmed account address want to be notified, and addresses used only for notices."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class ContactPreference(models.Model):
    """A user's answer to how they want to be notified, and an address for notices that can't be used to sign in.

    Mails go to ``address`` only once the link sent to it has been opened (``confirmed_at``).
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="contact_preference"
    )
    looks_in = models.BooleanField(
        _("doesn’t want notifications"),
        default=False,
        help_text=_("Checks the tables without reminders; we don’t ask again."),
    )
    looks_in_tonight = models.BooleanField(
        _("doesn’t want notifications at quick tables"),
        default=False,
        db_default=False,
        help_text=_("At tables where turns take minutes: no notifications, and we don’t ask again."),
    )
    address = models.EmailField(_("address for notifications"), blank=True)
    requested_at = models.DateTimeField(_("link sent"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)

    class Meta:
        verbose_name = _("answer about notifications")
        verbose_name_plural = _("answers about notifications")
        indexes = [models.Index(fields=["address"], name="contact_preference_address", condition=~Q(address=""))]

    def __str__(self) -> str:
        return str(self.user)


def confirmed_address(user: User) -> str | None:
    """Return the confirmed address for notices of an active user without an account address.

    Return None for all other users, if there is no confirmed address, or if mails to the user bounce.
    """
    if user.email or user.mail_trouble or not user.is_active:
        return None
    rows = ContactPreference.objects.filter(user=user, confirmed_at__isnull=False).exclude(address="")
    return rows.values_list("address", flat=True).first()

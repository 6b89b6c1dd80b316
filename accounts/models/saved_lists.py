"""Saved lists in the admin."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key


class SavedList(models.Model):
    """A filtered list in the admin that a user has saved under a name.

    ``query`` is the query string. ``model`` is stored instead of the URL, which depends on ADMIN_PATH.
    """

    NAME, QUERY = 40, 500

    user = user_key("saved_lists", db_index=False)
    name = models.CharField(_("name"), max_length=NAME)
    model = models.CharField(_("list"), max_length=100, help_text=_("Application and model."))
    query = models.CharField(_("filters"), max_length=QUERY, blank=True)

    class Meta:
        verbose_name = _("saved list")
        verbose_name_plural = _("saved lists")
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="saved_list_one_per_name")]

    def __str__(self) -> str:
        return self.name

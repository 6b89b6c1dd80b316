"""Foreign keys to users."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models.users import User

PERSON = _("person")


def user_key(related_name: str, label: Any = PERSON, *, db_index: bool = True) -> models.ForeignKey[User, User]:
    """Return a foreign key to a user that deletes the row with the user."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name, verbose_name=label, db_index=db_index
    )

"""Validation of the line that users write about themselves."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused
from accounts.validators.characters import clean_lines

ABOUT_LENGTH = 120

_LINK = re.compile(r"://|\bwww\.", re.IGNORECASE)


def clean_about_me(text: str) -> str:
    """Return the line in NFC, with single spaces and nothing invisible.

    Raise `ValidationError` if the line is too long or contains a link, which would make profiles worth spamming.
    """
    try:
        tidy = " ".join(clean_lines(text).split())
    except Refused as refused:
        raise ValidationError(str(refused.message), code="unseen") from refused
    if len(tidy) > ABOUT_LENGTH:
        raise ValidationError(
            _("The line about you can have at most %(limit)d characters."), params={"limit": ABOUT_LENGTH}, code="long"
        )
    if _LINK.search(tidy):
        raise ValidationError(_("The line about you can’t contain links."), code="link")
    return tidy

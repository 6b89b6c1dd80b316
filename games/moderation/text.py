"""Cleaning of the texts of moderators, reporters and appellants before they are stored."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused
from accounts.validators.characters import clean_lines

REASON_LENGTH = 500


def plain(text: str) -> str:
    """Return the text without invisible characters and surrounding spaces.

    Raise `Refused` if it contains a misplaced joiner or too many combining marks.
    """
    return clean_lines(text).strip()


def reason_of(text: str) -> str:
    """Return the cleaned reason. Raise `Refused` if it is empty or too long."""
    cleaned = plain(text)
    if not cleaned:
        raise Refused(_("Say in a few words why."))
    return at_most(cleaned, REASON_LENGTH)


def at_most(text: str, limit: int) -> str:
    """Return the text unchanged. Raise `Refused` if it is too long."""
    if len(text) > limit:
        raise Refused(
            _("That’s too long: %(length)d characters. The limit is %(limit)d.") % {"length": len(text), "limit": limit}
        )
    return text

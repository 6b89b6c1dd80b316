"""Cleans what moderators, reporters and appellants write, before it is stored."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext_lazy as _

from accounts.profile.names import BLANK_CHARACTERS, INVISIBLE_CATEGORIES
from games.moderation.refusals import Refused

REASON_LENGTH = 500
STRIPPED = INVISIBLE_CATEGORIES - {"Cn"}
"""As in chat: characters newer than this Python's Unicode data stay."""


def plain(text: str) -> str:
    """The text without invisible characters and surrounding space; lines stay."""
    lines = unicodedata.normalize("NFC", text).replace("\t", " ").splitlines()
    return "\n".join("".join(filter(_is_seen, line)).rstrip() for line in lines).strip()


def _is_seen(character: str) -> bool:
    return character not in BLANK_CHARACTERS and unicodedata.category(character) not in STRIPPED


def reason_of(text: str) -> str:
    """The reason, cleaned. Raises Refused if it is empty or too long."""
    cleaned = plain(text)
    if not cleaned:
        raise Refused(_("Say in a few words why."))
    return at_most(cleaned, REASON_LENGTH)


def at_most(text: str, limit: int) -> str:
    """The text unchanged. Raises Refused if it is too long."""
    if len(text) > limit:
        raise Refused(
            _("That is too long: %(length)d characters, and %(limit)d at most.") % {"length": len(text), "limit": limit}
        )
    return text

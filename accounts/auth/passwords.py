"""What a password here must not be made of, beside what Django knows to be common."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

WORDS = (
    "backroom", "brewery", "capone", "chicago", "gambling", "gangster", "jazzclub", "password", "poker", "speakeasy",
    "swedish",
)  # fmt: skip
"""What comes to the mind of anybody who plays here, and so of anybody who guesses."""

ENOUGH = 8
"""So many characters have to be left when these words are taken out."""


class WordsOfTheSite:
    """A validator for ``AUTH_PASSWORD_VALIDATORS``."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for a password of which these words are the greater part."""
        left = "".join(character for character in password.casefold() if character.isalnum())
        taken = left
        for word in (*WORDS, *_host()):
            taken = taken.replace(word, "")
        if taken != left and len(taken) < ENOUGH:
            raise ValidationError(gettext("This password is made of words that are easily guessed here."), code="words")

    def get_help_text(self) -> str:
        """What is said beside the field."""
        return gettext("Your password can't be made of names and words of this site.")


def _host() -> list[str]:
    """The parts of the site's own name that are long enough to be words."""
    return [part for part in (urlsplit(settings.SITE_URL).hostname or "").split(".") if len(part) > 3]

"""A password validator that rejects this site's words, in addition to Django's list of common passwords."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from accounts.models import User

GUESSABLE_WORDS = (
    "backroom", "brewery", "capone", "chicago", "gambling", "gangster", "jazzclub", "password", "poker", "speakeasy",
    "swedish",
)  # fmt: skip
"""Words that users of this site might choose, and attackers might guess."""

MIN_REMAINDER = 8
"""The minimum number of characters that must remain after removing the guessable words."""


class SiteWordsValidator:
    def validate(self, password: str, user: User | None = None) -> None:
        """Raise `ValidationError` if the password consists mostly of guessable words or parts of the host name."""
        left = "".join(character for character in password.casefold() if character.isalnum())
        taken = left
        for word in (*GUESSABLE_WORDS, *_host_words()):
            taken = taken.replace(word, "")
        if taken != left and len(taken) < MIN_REMAINDER:
            raise ValidationError(gettext("This password is made of words that are easy to guess here."), code="words")

    def get_help_text(self) -> str:
        return gettext("Your password can’t be made of names and words from this site.")


def _host_words() -> list[str]:
    """Return the parts of the site's host name with more than 3 characters."""
    return [part for part in (urlsplit(settings.SITE_URL).hostname or "").split(".") if len(part) > 3]

"""What a person may be called: the user name for signing in and in addresses, the display name for everything else."""

from __future__ import annotations

import itertools
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

DISPLAY_NAME_LENGTH = 30
USERNAME_LENGTH = 30

UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Unicode categories nobody sees or that turn a line around: control, format (zero width, bidi), private, none."""

BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols, as Unicode has it, that are drawn as nothing."""

MOST_MARKS = 2
"""Accents in a row on one letter; more of them only serve to smear over the neighbours."""

validate_username = RegexValidator(
    r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
    _("Use letters from a to z, digits, dots, hyphens and underscores, with a letter or digit first and last."),
)


def validate_display_name(name: str) -> None:
    """Raise ValidationError for a name with characters nobody can see, or with none that anybody can read."""
    if any(c in BLANK or unicodedata.category(c) in UNSEEN for c in name):
        raise ValidationError(_("A name can't contain invisible characters."), code="unseen")
    if not any(c.isalnum() for c in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="unreadable")
    if _longest_marks(name) > MOST_MARKS:
        raise ValidationError(_("There are too many accents on one letter of this name."), code="marks")


def _longest_marks(name: str) -> int:
    runs = itertools.groupby(name, key=lambda c: unicodedata.category(c) in {"Mn", "Me"})
    return max((len(list(run)) for is_mark, run in runs if is_mark), default=0)


def clean_display_name(name: str) -> str:
    """The name as it is kept: composed, single spaces, none at the ends. Raises ValidationError where it won't do."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if len(tidy) > DISPLAY_NAME_LENGTH:
        raise ValidationError(
            _("A name has at most %(limit)d characters."), params={"limit": DISPLAY_NAME_LENGTH}, code="long"
        )
    validate_display_name(tidy)
    return tidy

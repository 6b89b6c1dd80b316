"""What a person may be called: the user name for signing in and in addresses, the display name for everything else."""

from __future__ import annotations

import itertools
import unicodedata

from confusable_homoglyphs.categories import unique_aliases
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

DISPLAY_NAME_LENGTH = 30
USERNAME_LENGTH = 30
KEY_LENGTH = 100

UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Unicode categories nobody sees or that turn a line around: control, format (zero width, bidi), private, none."""

BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols, as Unicode has it, that are drawn as nothing."""

MOST_MARKS = 2
"""Accents in a row on one letter; more of them only serve to smear over the neighbours."""

WRITTEN_TOGETHER = ({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}, {"LATIN", "HAN", "BOPOMOFO"}, {"LATIN", "HAN", "HANGUL"})
"""Scripts that are mixed in one word where people write so (UTS 39, "highly restrictive")."""

MARKS = {"Mn", "Mc", "Me"}

DRAWN_ALIKE = str.maketrans("i|0", "llo")
"""What is told apart by its case alone, or hardly, once a name is folded."""

validate_username = RegexValidator(
    r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
    _("Use letters from a to z, digits, dots, hyphens and underscores, with a letter or digit first and last."),
)


def validate_display_name(name: str) -> None:
    """Raise ValidationError for a name with characters nobody can see, none that anybody can read, or mixed scripts."""
    if any(c in BLANK or unicodedata.category(c) in UNSEEN for c in name):
        raise ValidationError(_("A name can't contain invisible characters."), code="unseen")
    if not any(c.isalnum() for c in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="unreadable")
    if _longest_marks(name) > MOST_MARKS:
        raise ValidationError(_("There are too many accents on one letter of this name."), code="marks")
    if _mixes_scripts(name):
        raise ValidationError(_("A name can't mix letters of different scripts."), code="scripts")


def _longest_marks(name: str) -> int:
    runs = itertools.groupby(name, key=lambda c: unicodedata.category(c) in {"Mn", "Me"})
    return max((len(list(run)) for is_mark, run in runs if is_mark), default=0)


def _mixes_scripts(text: str) -> bool:
    scripts = unique_aliases(text) - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= together for together in WRITTEN_TOGETHER)


def name_key(name: str) -> str:
    """What two names have in common that look alike: equal for “Alice”, “a.l.i.c.e”, “AL1CE” and “Αlice” in Greek."""
    plain = (c for c in unicodedata.normalize("NFKC", name) if c.isalnum() or unicodedata.category(c) in MARKS)
    drawn = "".join(map(_prototype, plain)).casefold()
    return "".join(map(_prototype, drawn)).casefold().translate(DRAWN_ALIKE)[:KEY_LENGTH]


def _prototype(character: str) -> str:
    """The one that stands for all those that look like this one. Unicode's list names it alone; it names them all."""
    found = confusables_data.get(character, [])
    if len(found) != 1:
        return character
    other: str = found[0]["c"].strip("\u200e")
    mutual = len(confusables_data.get(other, [])) == 1
    return min(character, other) if mutual else other


def clean_display_name(name: str) -> str:
    """The name as it is kept: composed, single spaces, none at the ends. Raises ValidationError where it won't do."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if len(tidy) > DISPLAY_NAME_LENGTH:
        raise ValidationError(
            _("A name has at most %(limit)d characters."), params={"limit": DISPLAY_NAME_LENGTH}, code="long"
        )
    validate_display_name(tidy)
    return tidy

"""Validation of user names (for sign-in and URLs) and display names, and keys for finding confusable ones."""

import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts.validators.characters import IGNORABLE, MAX_MARKS, has_invisible, has_joined_emoji, longest_marks

DISPLAY_NAME_LENGTH = 30
USERNAME_LENGTH = 30
KEY_LENGTH = 100
"""The maximum lengths of names and of the key returned by ``name_key``."""

MIXABLE_SCRIPTS = ({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}, {"LATIN", "HAN", "BOPOMOFO"}, {"LATIN", "HAN", "HANGUL"})
"""Scripts that may be mixed in one word (UTS 39, "highly restrictive")."""

MARK_CATEGORIES = {"Mn", "Mc", "Me"}

DRAWN_ALIKE = str.maketrans("i|0", "llo")
"""Characters that look the same after case folding."""

GUEST_PREFIX, ERASED_PREFIX, PLAYER_PREFIX = "guest-", "gone-", "player-"
"""Prefixes of generated user names: for guests, for erased accounts, and for accounts whose name was removed."""

COMPUTERS = ("Ada", "Bix", "Cleo", "Dora", "Etta", "Fitz", "Gus", "Hedy", "Ivo", "Juno", "Kay", "Lulu")
"""Names of computer players, which users can't take.

Each has a different initial and is pronounced the same in all languages.
"""

validate_username = RegexValidator(
    r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
    _("Use letters a to z, digits, dots, hyphens and underscores. Begin and end with a letter or digit."),
)


def validate_display_name(name: str) -> None:
    """Raise `ValidationError` for a name that others could not read or distinguish.

    Such a name has invisible characters, no letter or digit, joined emoji, too many marks, or mixed scripts.
    """
    if has_joined_emoji(name):
        raise ValidationError(_("A name can’t contain combined emoji. Choose a simpler one."), code="unseen")
    validate_table_name(name)


def validate_table_name(name: str) -> None:
    """Validate a table's name like a display name, but allow joined emoji."""
    if has_invisible(name):
        raise ValidationError(_("A name can’t contain invisible characters."), code="unseen")
    if not any(c.isalnum() for c in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="unreadable")
    if longest_marks(name) > MAX_MARKS:
        raise ValidationError(_("One letter of this name has too many accents."), code="marks")
    if _mixes_scripts(name):
        raise ValidationError(_("A name can’t mix letters from different alphabets."), code="scripts")


def _mixes_scripts(text: str) -> bool:
    from confusable_homoglyphs.categories import unique_aliases  # as in _prototype

    scripts = unique_aliases(text) - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= together for together in MIXABLE_SCRIPTS)


def name_key(name: str) -> str:
    """Return a key shared by confusable names, such as “Alice”, “a.l.i.c.e”, “AL1CE” and “Αlice” with a Greek “Α”."""
    compatible = IGNORABLE.sub("", unicodedata.normalize("NFKC", IGNORABLE.sub("", name)))
    plain = (c for c in compatible if c.isalnum() or unicodedata.category(c) in MARK_CATEGORIES)
    drawn = "".join(map(_prototype, plain)).casefold()
    return "".join(map(_prototype, drawn)).casefold().translate(DRAWN_ALIKE)[:KEY_LENGTH]


def _prototype(character: str) -> str:
    """Return the common prototype of this character and its look-alikes in Unicode's list of confusables."""
    from confusable_homoglyphs.confusables import confusables_data  # 7 MB, for processes where people are named

    found = confusables_data.get(character, [])
    if len(found) != 1:
        return character
    other: str = found[0]["c"].strip("\u200e")
    mutual = len(confusables_data.get(other, [])) == 1
    return min(character, other) if mutual else other


def clean_display_name(name: str) -> str:
    """Return the name in NFC, with single spaces and trimmed. Raise `ValidationError` if it is invalid."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if len(tidy) > DISPLAY_NAME_LENGTH:
        raise ValidationError(
            _("A name can have at most %(limit)d characters."), params={"limit": DISPLAY_NAME_LENGTH}, code="long"
        )
    validate_display_name(tidy)
    return tidy

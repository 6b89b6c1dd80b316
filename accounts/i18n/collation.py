"""The order of names in lists, by the alphabet of the reader's language. Accents and case only break ties."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from django.utils.translation import get_language


class Named(Protocol):
    pk: Any

    @property
    def shown_name(self) -> str:
        """The name shown to others."""


Person = TypeVar("Person", bound=Named)

AFTER = "\uffff"
"""A character that sorts after every letter, so that "z" followed by it sorts after all words with a plain "z"."""

ALPHABETS = {
    "sv": {"å": f"z{AFTER}", "ä": f"z{AFTER}{AFTER}", "æ": f"z{AFTER}{AFTER}"}
    | {"ö": f"z{AFTER}{AFTER}{AFTER}", "ø": f"z{AFTER}{AFTER}{AFTER}", "ü": "y"},
    "pl": {letter: f"{unicodedata.normalize('NFD', letter)[0]}{AFTER}" for letter in "ąćęńóśź"}
    | {"ł": f"l{AFTER}", "ż": f"z{AFTER}{AFTER}"},
}
"""The sort keys of a language's own letters. In other languages, these sort like the letters that they resemble."""

UNDECOMPOSED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "Ł": "L", "Ø": "O", "Đ": "D"})
"""Ligatures and letters with strokes, which Unicode does not decompose."""

_SIGNS = re.compile(r"[^\w\s]+")


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.translate(UNDECOMPOSED))
    return "".join(c for c in decomposed if unicodedata.category(c) != "Mn")


def collation_key(name: str) -> tuple[str, str, str]:
    """Return the sort key of a name in the active language. Punctuation and emoji only break ties."""
    own = ALPHABETS.get((get_language() or "").partition("-")[0], {})
    folded = unicodedata.normalize("NFC", _SIGNS.sub("", name).strip().casefold())
    return "".join(own.get(letter) or without_accents(letter) for letter in folded), folded, name


def by_shown_name(people: Iterable[Person]) -> list[Person]:
    return sorted(people, key=lambda person: (collation_key(person.shown_name), person.pk))

"""A pseudo-locale in which every text of the catalogues is in brackets, so that unmarked texts show.

It uses the code of Japanese, in which the texts of Babel and Django have no Latin letters, so that Latin letters
outside brackets can't be translated text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser

from babel.messages.pofile import read_po
from django.conf import settings
from django.test import override_settings
from django.utils import translation
from django.utils.translation import trans_real

from lab.translations.catalogues import TEMPLATE

CODE = "ja"
CONTEXT = "\x04"
TRANSLATED = tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
"""The languages in which Django or allauth must have a text for it to count as theirs."""

READ = {"aria-label", "aria-roledescription", "aria-description", "title", "placeholder", "alt", "summary", "label"}

SHOWN_BY_SCRIPTS = {
    "data-announce",
    "data-message",
    "data-failed",
    "data-label",
    "data-title",
    "data-crumb",
    "data-confirm",
}

CODES = {f"field-{name}" for name in ("code", "zone", "place", "move", "table", "tile", "as_everybody_sees_it")}
"""Columns of the admin that show stored values, which are not translated."""

THREE = "yes,no,maybe"

INITIAL = "⟦"
"""A translated name of which only the first character, the bracket, is shown."""

BRACKET = re.compile("([⟦⟧])")
LATIN = re.compile(r"[A-Za-zÀ-ž]{2,}")
NO_WORDS = re.compile(
    r"(?:\b[0-9a-f]{4} ){3,}[0-9a-f]{4}|https?://\S+|[\w.-]*\.(?:org|json)\b|\b(?=\w*\d)[0-9a-f]{4,}\b|\b[a-z]+\d\b"
    r"|@[\w.]+|[{\[].*[}\]]|\w*\*{6,}"
)
"""Texts without words: addresses, file names, long numbers, piece codes, mentions in the chat, JSON, hidden parts."""


class Brackets:
    """The part of a catalogue that Django uses."""

    def __init__(self, texts: frozenset[str]) -> None:
        self.texts = texts

    def gettext(self, text: str) -> str:
        if text == THREE:
            return ",".join(f"⟦{each}⟧" for each in text.split(","))
        shown = text.rpartition(CONTEXT)[2]
        return f"⟦{shown}⟧" if text in self.texts else text

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the singular or plural form in brackets. Catalogues store both under the singular."""
        # As most languages do: anything but a number fails.
        shown = one if count % 100 == count == 1 else many
        return f"⟦{shown.rpartition(CONTEXT)[2]}⟧" if one in self.texts else shown

    def to_language(self) -> str:
        return CODE


def _forms(message: object, context: str | None) -> Iterator[str]:
    form = message[0] if isinstance(message, list | tuple) else message
    yield f"{context}{CONTEXT}{form}" if context else str(form)


@cache
def our_texts() -> frozenset[str]:
    """Return the site's marked texts from the last collection. Another test checks that none is missing."""
    with TEMPLATE.open("rb") as file:
        marked = read_po(file)
    return frozenset(form for message in marked if message.id for form in _forms(message.id, message.context))


@cache
def borrowed_texts() -> frozenset[str]:
    with override_settings(LOCALE_PATHS=[]):
        return frozenset.intersection(*(frozenset(_texts_of(code)) for code in TRANSLATED))


def _texts_of(code: str) -> Iterator[str]:
    catalogue = trans_real.DjangoTranslation(code)._catalog
    for part in catalogue._catalogs:
        for key, text in part.items():
            if text:
                yield key[0] if isinstance(key, tuple) else key


@contextmanager
def spoken() -> Iterator[None]:
    """Add the pseudo-locale to the site's languages, for requests that ask for it."""
    with override_settings(LANGUAGES=[("en", "English"), (CODE, "⟦English⟧")]):
        brackets = Brackets(our_texts() | borrowed_texts())
        trans_real._translations[CODE] = brackets
        try:
            with translation.override(CODE):
                yield
        finally:
            trans_real._translations.pop(CODE, None)


class _Reader(HTMLParser):
    """Collects text outside brackets from attributes and from the page, where a pair of brackets may span elements."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.depth = 0
        self.silent: list[str] = []
        """The open elements whose text is not for readers: the outermost, and elements of the same name inside it."""
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == self.silent[0] if self.silent else _is_silent(tag, found):
            self.silent.append(tag)
        self.said = ""
        self.outside += [_outside(value)[0] for name, value in found.items() if _is_shown(name, found)]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.silent:
            self.silent.pop()
        self.depth -= self.said.strip() == INITIAL
        self.said = ""

    def handle_data(self, data: str) -> None:
        self.said = data
        if not self.silent:
            text, self.depth = _outside(data, self.depth)
            self.outside += [text]


def _is_silent(tag: str, attrs: dict[str, str]) -> bool:
    """Return whether a tag's text is not for readers.

    This applies to code, text declared as English such as the API's description, time zones, and stored text for staff.
    """
    if tag != "html" and attrs.get("lang") == "en":
        return True
    if tag in {"script", "style", "code", "kbd"} or (tag == "select" and attrs.get("name") == "time_zone"):
        return True
    return tag in {"td", "th"} and bool(CODES & set(attrs.get("class", "").split()))


def _is_shown(name: str, attrs: dict[str, str]) -> bool:
    if name == "value":
        return attrs.get("type") in {"submit", "button"}
    return name in READ | SHOWN_BY_SCRIPTS


def _outside(text: str, depth: int = 0) -> tuple[str, int]:
    """Return the part of a text outside brackets, and the depth of brackets at its end."""
    if not depth and "⟦" not in text and "⟧" not in text:
        return text, 0
    kept = []
    for part in BRACKET.split(text):
        depth += (part == "⟦") - (part == "⟧")
        if depth == 0 and part != "⟧":
            kept.append(part)
    return " ".join(kept), depth


@cache
def _any_of(known: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern for these words, longest first, that doesn't match inside a word."""
    words = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if known else "(?!)")


def unmarked(page: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Return all Latin words outside brackets in a page or a plain text, except the ``known`` ones."""
    if page.lstrip().startswith("<"):
        reader = _Reader()
        reader.feed(page)
        assert reader.depth == 0, f"a bracket is not closed: {page}"
        said = reader.outside
    else:
        said = [_outside(page)[0]]
    found = []
    for whole in filter(LATIN.search, said):
        text = _any_of(known).sub(" ", NO_WORDS.sub(" ", whole))
        if LATIN.search(text):
            found.append(" ".join(text.split()))
    return found

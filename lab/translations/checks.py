"""Checks of translations: missing, fuzzy, or inconsistent with the text.

Babel's checkers find wrong numbers of plural forms, and unknown or mistyped placeholders. This module finds the rest:
missing placeholders, single percent signs, different tags, different spaces at the ends, and French punctuation that
could begin a line.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from gettext import c2py
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural

PLACEHOLDER = re.compile(r"%\((\w+)\)0?\d*[a-z]")
TAG = re.compile(r"</?[a-z][^>]*>", re.IGNORECASE)
FRENCH_BREAK = re.compile(r" [:;?!»]|« ")
"""Matches breakable spaces in French punctuation that must be no-break spaces."""

FRENCH_TIGHT = re.compile(r"[^\s:;?!»«(\"][:;?!»](?=\s|[.,)]|$)|«\S")
"""Matches French punctuation that lacks a no-break space."""

NUMBERS = range(1000)
"""The numbers for which plural forms are compared."""


class Flaw(NamedTuple):
    """A text, and the mistake in its translation."""

    text: str
    what: str

    def __str__(self) -> str:
        return f"{self.what}: {self.text!r}"


def flaws(texts: Catalog, translated: Catalog) -> Iterator[Flaw]:
    """Yield all mistakes in a language's catalogue, given all texts."""
    if not _same_plurals(translated):
        yield Flaw(translated.plural_forms, "not the plural forms of the language")
    for text in texts:
        if text.id:
            found = translated.get(_first(text), text.context)
            yield from (Flaw(_first(text), what) for what in _of_one(text, found, translated))


def _first(text: Message) -> str:
    return text.id[0] if isinstance(text.id, list | tuple) else text.id


def _same_plurals(translated: Catalog) -> bool:
    usual = get_plural(str(translated.locale))
    if translated.num_plurals != usual.num_plurals:
        return False
    ours, theirs = c2py(translated.plural_expr), c2py(usual.plural_expr)
    return all(ours(number) == theirs(number) for number in NUMBERS)


def _of_one(text: Message, found: Message | None, translated: Catalog) -> Iterator[str]:
    if found is None:
        yield "missing"
        return
    if found.fuzzy:
        yield "fuzzy"
    forms = list(found.string) if isinstance(found.string, list | tuple) else [found.string or ""]
    if not all(forms):
        yield "missing"
        return
    ids = list(text.id) if isinstance(text.id, list | tuple) else [text.id]
    # French uses its first form for 0 too, so it needs the number: every form is compared with the last text.
    measure = (ids[-1], ids[-1]) if len(ids) > 1 else ids[0]
    yield from map(str, Message(measure, found.string).check(translated))
    for number, form in enumerate(forms):
        yield from _misfits(ids, str(form), first=number == 0)
        if str(translated.locale) == "fr" and FRENCH_BREAK.search(str(form)):
            yield "a plain space at French punctuation"
        if str(translated.locale) == "fr" and FRENCH_TIGHT.search(str(form)):
            yield "no space at French punctuation"


def _misfits(ids: Sequence[str], form: str, *, first: bool) -> Iterator[str]:
    """Yield the flaws of a plural form. The first form may omit a placeholder that the singular text omits."""
    one, most = ids[0], ids[-1]
    needed = _names(most) & _names(one) if first else _names(most)
    if lacking := needed - _names(form):
        yield f"without {_listed(lacking)}"
    if _names(most) and "%" in PLACEHOLDER.sub("", form).replace("%%", ""):
        yield "a lone % that is no placeholder"
    if _tags(form) not in ([_tags(one), _tags(most)] if first else [_tags(most)]):
        yield f"tags {_listed(_tags(form))}, not {_listed(_tags(most))}"
    if _edges(form) != _edges(one):
        yield "begins or ends with other spaces"


def _names(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def _tags(text: str) -> list[str]:
    return sorted(TAG.findall(text))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _listed(parts: Iterable[str]) -> str:
    return " ".join(sorted(parts)) or "none"

"""What can be wrong with a translation that a machine can see: missing, doubtful, or not fitting its text.

Placeholders and tags have to be those of the text, in any order; each plural form those of the form it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from gettext import c2py
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural

PLACEHOLDER = re.compile(r"%\((\w+)\)0?\d*[a-z]")
TAG = re.compile(r"</?[a-z][^>]*>", re.IGNORECASE)
NUMBERS = range(1000)
"""On which plural forms are compared."""


class Flaw(NamedTuple):
    """A text and what is wrong with its translation."""

    text: str
    what: str

    def __str__(self) -> str:
        return f"{self.what}: {self.text!r}"


def flaws(texts: Catalog, translated: Catalog) -> Iterator[Flaw]:
    """Everything that is wrong with a language's catalogue, given all texts there are."""
    if not _same_plurals(translated):
        yield Flaw(translated.plural_forms, "not the plural forms of the language")
    for text in texts:
        if text.id:
            found = translated.get(_first(text), text.context)
            yield from (Flaw(_first(text), what) for what in _of_one(text, found, translated.num_plurals))


def _first(text: Message) -> str:
    return text.id[0] if isinstance(text.id, list | tuple) else text.id


def _same_plurals(translated: Catalog) -> bool:
    """Whether the catalogue tells numbers apart as the language does."""
    usual = get_plural(str(translated.locale))
    if translated.num_plurals != usual.num_plurals:
        return False
    ours, theirs = c2py(translated.plural_expr), c2py(usual.plural_expr)
    return all(ours(number) == theirs(number) for number in NUMBERS)


def _of_one(text: Message, found: Message | None, plurals: int) -> Iterator[str]:
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
    if len(forms) != (plurals if len(ids) > 1 else 1):
        yield f"{len(forms)} forms, not {plurals}"
    for number, form in enumerate(forms):
        yield from _misfits(ids, str(form), first=number == 0)


def _misfits(ids: Sequence[str], form: str, *, first: bool) -> Iterator[str]:
    """What one form has too much or too little. The first form may leave out what “one” leaves out."""
    one, most = ids[0], ids[-1]
    needed, allowed = _names(most), _names(most) | _names(one)
    if first:
        needed &= _names(one)
    if not needed <= _names(form) <= allowed:
        yield f"placeholders {_listed(_names(form))}, not {_listed(allowed)}"
    elif _names(most) and "%" in PLACEHOLDER.sub("", form).replace("%%", ""):
        yield "a lone % that is no placeholder"
    if _tags(form) not in ([_tags(one), _tags(most)] if first else [_tags(most)]):
        yield f"tags {_listed(_tags(form))}, not {_listed(_tags(most))}"
    if _edges(form) != _edges(one):
        yield "begins or ends with other spaces"


def _names(text: str) -> set[str]:
    return {match[0] for match in PLACEHOLDER.finditer(text)}


def _tags(text: str) -> list[str]:
    return sorted(TAG.findall(text))


def _edges(text: str) -> tuple[str, str]:
    """The white space at both ends."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _listed(parts: Iterable[str]) -> str:
    return " ".join(sorted(parts)) or "none"

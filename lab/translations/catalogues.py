"""Translation catalogues, with Babel only, so that no gettext tools need to be installed.

``python -m lab.translations`` (``make messages``) collects every marked text into ``locale/django.pot`` and updates
each language's ``django.po``: translations of existing texts are kept, others are deleted, and none is guessed.
``--check`` reports whether an update is needed, and missing, fuzzy or invalid translations in the site's languages;
``--check pl`` includes a language that is not among them yet. ``chicago/translations`` compiles the catalogues.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize
from jinja2.ext import babel_extract

from chicago.translations.catalogues import LOCALE
from lab.translations.checks import flaws

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATE = LOCALE / "django.pot"
SOURCES = ("accounts/**/*.py", "chicago/**/*.py", "games/**/*.py")
PAGES = ("**/templates/**/*.html", "**/templates/**/*.txt")
FRAGMENTS = ("templates/fragments/**/*.html",)
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
COMMENT_TAGS = ("Translators:",)
OPTIONS = {"silent": "false"}
"""Turns a fragment that Jinja can't parse into an error."""


def extract_page(file: Any, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Extract a Django template's texts for Babel from the Python code that ``templatize`` generates."""
    code = templatize(file.read().decode())
    # The code that replaces the markup is indented, which Python's tokenizer would take for blocks.
    flat = "\n".join(line.strip() for line in code.splitlines())
    return extract_python(BytesIO(flat.encode()), keywords, comment_tags, options)


def _files(patterns: Iterable[str]) -> list[Path]:
    found = {path for pattern in patterns for path in ROOT.glob(pattern)}
    hidden = (".venv", "var", "lab", "tests", "node_modules")
    return sorted(path for path in found if path.relative_to(ROOT).parts[0] not in hidden)


def collect() -> Catalog:
    """Extract all marked texts, without locations, so that moving code changes nothing."""
    catalog = Catalog(project="The Back Room", version="", header_comment="# The Back Room: the texts its users read.")
    fragments = _files(FRAGMENTS)
    pages = [path for path in _files(PAGES) if path not in fragments]
    files: dict[Any, list[Path]] = {"python": _files(SOURCES), extract_page: pages, babel_extract: fragments}
    for method, paths in files.items():
        for path in paths:
            with path.open("rb") as file:
                for _line, message, comments, context in extract(method, file, KEYWORDS, COMMENT_TAGS, OPTIONS):
                    catalog.add(message, auto_comments=comments, context=context)
    return catalog


def _texts(catalog: Catalog) -> set[tuple[Any, ...]]:
    return {(message.id, message.context, tuple(message.auto_comments)) for message in catalog if message.id}


def _read(path: Path, locale: str | None = None) -> Catalog:
    if not path.exists():
        return Catalog(locale=locale, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def _write(path: Path, catalog: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=120, no_location=True, sort_output=True, ignore_obsolete=True)


def _catalogues(more: Iterable[str] = ()) -> dict[Path, str]:
    """Return the catalogues of the site's languages and of ``more``, existing or not, except the source language."""
    codes = {*dict(settings.LANGUAGES), *more} - {settings.LANGUAGE_CODE}
    return {LOCALE / code.replace("-", "_") / "LC_MESSAGES" / "django.po": code for code in sorted(codes)}


def outdated(catalog: Catalog) -> list[Path]:
    """Return the catalogues, and the template, that lack a text of ``catalog`` or contain an unused one."""
    texts = _texts(catalog)
    return [path for path in (TEMPLATE, *_catalogues()) if _texts(_read(path)) != texts]


def problems(catalog: Catalog, more: Iterable[str] = ()) -> list[str]:
    """Return the missing, fuzzy or invalid entries in the catalogues of the site's languages and of ``more``."""
    return [
        f"{path.relative_to(ROOT)}: {flaw}"
        for path, code in _catalogues(more).items()
        for flaw in flaws(catalog, _read(path, code))
    ]


def update(catalog: Catalog) -> list[Path]:
    """Update all catalogues, keep existing translations, and return the files written."""
    changed = outdated(catalog)
    for path in changed:
        if path == TEMPLATE:
            _write(path, catalog)
        else:
            translated = _read(path, _catalogues()[path])
            translated.update(catalog, no_fuzzy_matching=True)
            _write(path, translated)
    return changed


def main(arguments: list[str]) -> int:
    """Update or check the catalogues, and return the exit status: 1 if a check finds a problem."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
    catalog = collect()
    if arguments[:1] == ["--check"]:
        found = [f"{path.relative_to(ROOT)}: run `make messages`" for path in outdated(catalog)]
        found += problems(catalog, arguments[1:])
        sys.stdout.writelines(f"{each}\n" for each in found)
        return 1 if found else 0
    sys.stdout.writelines(f"{path.relative_to(ROOT)}: brought up to date\n" for path in update(catalog))
    return 0

"""Dangerous constructs that must not occur in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.site import ROOT
from tests.source.test_architecture import modules, name

CALLS = {
    "eval", "exec", "compile", "__import__", "input",
    "os.system", "os.popen", "pickle.load", "pickle.loads", "marshal.loads", "shelve.open", "yaml.load",
    "tempfile.mktemp", "hashlib.md5", "hashlib.sha1", "hashlib.new", "Template", "RawSQL",
}  # fmt: skip
"""Functions that run code or commands, create objects from bytes, or build queries, and broken hash functions."""

METHODS = {"raw", "extra", "from_string"}
"""Methods that do the same, on any object."""

MARKUP_MADE = {
    "games/presentation/narration.py",
    "games/chat/templatetags/chat.py",
    "accounts/staff/templatetags/staff.py",
}
"""Places where HTML is built from strings. The modules' own tests show that each string is escaped."""

QUERIES_MADE = {"games/models/hot_queries.py"}
"""Places where SQL is built from strings, always with placeholders; all values are parameters."""

CHANCE = ("games/computers", "lab", "games/play", "games/review", "games/rules")
"""Places where ``random`` may be used: for choices of computer players, and in Reviews, which search like them."""

UPLOADS = re.compile(r"\b(FileField|ImageField|request\.FILES|FileSystemStorage\(|multipart)\b")
MARKUP = re.compile(r"\.(innerHTML|outerHTML|insertAdjacentHTML)\b|document\.write|\beval\(|new Function|javascript:")
KEPT = re.compile(r"\b(localStorage|sessionStorage|indexedDB|document\.cookie|caches)\b[^;\n]*")
HARMLESS = re.compile(
    r'(localStorage\.[gs]etItem\(("keys"|"sounds"|"seen-moves"|`deal:)|sessionStorage\.[gs]etItem\("push-renewed")'
)
"""Data that scripts store.

These are switches of shortcuts and sounds, the last move seen, the public numbers of a deal, and whether a visit has
renewed its subscription.
"""
TYPED = re.compile(r'sessionStorage\.(get|set|remove)Item\("typed"')
"""The last form sent, stored in its tab without secrets, and only for its user (tests/browser/test_lost_session.py)."""
KEEPS_TYPED = "chicago/static/js/typed.js"


class Call(NamedTuple):
    """A function call: its line, the dotted name of the callee, its keywords, and the kind of its first argument."""

    line: int
    callee: str
    keywords: frozenset[str | None]
    first: type[ast.expr] | None


@cache
def calls(path: Path) -> Sequence[Call]:
    """Return all calls in a file. Cached, because several tests read every file."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return [
        Call(
            node.lineno,
            ast.unparse(node.func),
            frozenset(word.arg for word in node.keywords),
            type(node.args[0]) if node.args else None,
        )
        for node in nodes
    ]


def scripts() -> list[Path]:
    found = [path for app in ("accounts", "chicago", "games") for path in ROOT.glob(f"{app}/static/**/*.js")]
    return sorted(path for path in found if "vendor" not in path.parts)


def makes_query(path: Path, called: str) -> bool:
    """Return whether SQL is built from strings in a place where it must not be."""
    return called.rpartition(".")[2] in METHODS and name(path) not in QUERIES_MADE


def test_nothing_dangerous_is_called() -> None:
    found = [
        f"{name(path)}:{call.line} {call.callee}"
        for path in modules()
        for call in calls(path)
        if call.callee in CALLS or "shell" in call.keywords or makes_query(path, call.callee)
    ]
    assert not found, found


def test_markup_is_made_in_few_places() -> None:
    makers = {name(path) for path in modules() for call in calls(path) if call.callee == "mark_safe"}
    assert makers <= MARKUP_MADE


def test_queries_are_written_out() -> None:
    found = [
        f"{name(path)}:{call.line}"
        for path in modules()
        if name(path) not in QUERIES_MADE
        for call in calls(path)
        if call.callee.endswith(".execute") and call.first not in (ast.Constant, ast.Name)
    ]
    assert not found, found


def test_values_in_patterns_are_escaped() -> None:
    found = [
        f"{name(path)}:{call.line}"
        for path in modules()
        if not name(path).startswith("games/rules/") and "re.escape(" not in path.read_text()
        for call in calls(path)
        if call.callee.startswith("re.") and call.first not in (None, ast.Constant)
    ]
    assert not found, found


def test_chance_is_the_operating_systems() -> None:
    imports = re.compile(r"^\s*(import random|from random import)\b", re.MULTILINE)
    users = {path.relative_to(ROOT).parent for path in modules() if imports.search(path.read_text())}
    assert not [user for user in users if not any(user.is_relative_to(place) for place in CHANCE)]


def test_nothing_is_uploaded() -> None:
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("*/templates/**/*.html")]
    found = [name(path) for path in [*modules(), *pages] if UPLOADS.search(path.read_text())]
    assert pages
    assert not found, found


def test_scripts_write_no_markup_of_text() -> None:
    found = [f"{name(path)}: {match[0]}" for path in scripts() for match in MARKUP.finditer(path.read_text())]
    assert scripts()
    assert not found, found


def test_scripts_store_only_harmless_values() -> None:
    kept = [(name(path), match[0]) for path in scripts() for match in KEPT.finditer(path.read_text())]
    assert kept
    others = [(path, use) for path, use in kept if not HARMLESS.match(use)]
    assert not [each for each in others if not (each[0] == KEEPS_TYPED and TYPED.match(each[1]))]

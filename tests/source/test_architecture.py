"""What the design promises about the code, beyond the imports that `lint-imports` watches."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command

from games.rules import RULES
from tests.site import ROOT

pytestmark = pytest.mark.both

SITE = ("accounts", "chicago", "games")
SCREEN = 60
"""Lines of a function, with its docstring."""
LONGEST = 400
"""Lines of a file, about."""
WRITERS = {"games/play/acts/seating.py", "games/play/commit.py", "games/replay/records.py"}
"""Where a game's cards and tiles are written: the one write path, and the import of a finished game."""


def modules() -> list[Path]:
    """Every Python file of the site."""
    found = [path for app in SITE for path in (ROOT / app).rglob("*.py")]
    assert len(found) > 50
    return sorted(path for path in found if "migrations" not in path.parts)


def name(path: Path) -> str:
    """The file's path in the checkout."""
    return path.relative_to(ROOT).as_posix()


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Line and value of each string in a file that is no docstring."""
    tree = ast.parse(path.read_text())
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def test_no_code_outside_the_rules_names_a_game() -> None:
    slugs = set(RULES) | {slug.replace("_", "-") for slug in RULES} | {rules.NAME for rules in RULES.values()}
    found = [
        f"{name(path)}:{line} {text!r}"
        for path in modules()
        if not name(path).startswith("games/rules/")
        for line, text in literals(path)
        if any(slug in text for slug in slugs)
    ]
    assert not found, found


def test_no_template_but_the_games_own_names_a_game() -> None:
    pages = [path for path in (ROOT / "templates").rglob("*.*") if "games" not in path.relative_to(ROOT).parts]
    found = [name(path) for path in pages if any(slug in path.read_text() for slug in RULES)]
    assert pages
    assert not found, found


def test_every_static_file_that_a_page_names_is_there() -> None:
    named = re.compile(r"""{%\s*static\s+["']([^"']+)["']""")
    pages = [path for path in (ROOT / "templates").rglob("*.*") if path.suffix in {".html", ".txt"}]
    missing = [f"{name(path)}: {file}" for path in pages for file in named.findall(path.read_text()) if not find(file)]
    assert not missing, missing


def test_a_game_is_written_by_the_one_write_path() -> None:
    writes = re.compile(r"\bstore\.(save|create)\(|\b(Card|BusinessTile)\.objects\.(create|bulk_create|bulk_update)\(")
    found = {name(path) for path in modules() if writes.search(path.read_text())} - {"games/store.py"}
    assert found <= WRITERS, found - WRITERS


def test_files_and_functions_can_be_read_at_a_glance() -> None:
    long = []
    for path in modules():
        text = path.read_text()
        if text.count("\n") > LONGEST:
            long.append(f"{name(path)} has {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno - node.lineno + 1 > SCREEN:
                long.append(f"{name(path)}:{node.lineno} {node.name} has {node.end_lineno - node.lineno + 1} lines")
    assert not long, long


def test_files_are_named_for_what_they_are() -> None:
    vague = re.compile(r"(^|_)(utils?|helpers?|services?|managers?|misc|common)$")
    assert not [name(path) for path in modules() if vague.search(path.stem)]


def test_every_module_says_what_it_is() -> None:
    silent = [
        name(path)
        for path in modules()
        if path.read_text().strip() and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert not silent, silent


def test_no_model_saves_another_one() -> None:
    """A model's own ``save`` writes its row and nothing else: what belongs together is one function that says so."""
    found = []
    for path in [path for app in SITE for path in (ROOT / app / "models").glob("*.py")]:
        saves = [node for node in ast.walk(ast.parse(path.read_text())) if getattr(node, "name", "") == "save"]
        calls = [ast.unparse(call.func) for save in saves for call in ast.walk(save) if isinstance(call, ast.Call)]
        writes = re.compile(r"\.(save|update|create|bulk_create|bulk_update|get_or_create|update_or_create|delete)$")
        found += [f"{name(path)}: {call}" for call in calls if writes.search(call) and call != "super().save"]
    assert not found, found


@pytest.mark.django_db
def test_migrations_are_complete() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_django_finds_nothing_to_complain_about() -> None:
    call_command("check", fail_level="WARNING")

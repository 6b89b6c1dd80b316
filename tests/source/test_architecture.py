"""Rules of the architecture beyond the imports that `lint-imports` checks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command

from games.rules import RULES, playing_cards
from games.rules.game import Rules
from tests.site import ROOT

pytestmark = pytest.mark.both

SITE = ("accounts", "chicago", "games")
OWN = (*SITE, "clients", "lab", "tests", "tools")
OWN_MODULES = (*OWN, "backroom")
"""Our own top-level modules. The Python client is a single module."""
SCREEN = 60
"""The maximum number of lines of a function, including its docstring."""
LONGEST = 400
WRITERS = {
    "games/play/core/new_tables.py",
    "games/play/core/commit.py",
    "games/play/core/start_positions.py",
    "games/replay/records.py",
}
"""The modules that may write a game's cards and tiles: the write path, and the import of a finished game."""


def modules() -> list[Path]:
    found = [path for app in SITE for path in (ROOT / app).rglob("*.py")]
    assert len(found) > 50
    return sorted(path for path in found if "migrations" not in path.parts)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and value of each string in a file, except docstrings."""
    tree = ast.parse(path.read_text())
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


MEASURED = {"games/computers/ratings.py"}
"""Data measured for the existing games. A new game works without it until it is measured."""


def test_no_code_outside_the_rules_names_a_game() -> None:
    variants = (
        set(RULES) | {variant.replace("_", "-") for variant in RULES} | {rules.engine.NAME for rules in RULES.values()}
    )
    found = [
        f"{name(path)}:{line} {text!r}"
        for path in modules()
        if not name(path).startswith("games/rules/") and name(path) not in MEASURED
        for line, text in literals(path)
        if any(variant in text for variant in variants)
    ]
    assert not found, found


def words_of(rules: Rules) -> set[str]:
    """Return words specific to a game: its name, and the codes and suits of pieces that are not standard cards."""
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    packs = rules.engine.packs(options)
    codes = {code for pack in packs.values() for code in pack}
    suits = {rules.presentation.face(code).suit for code in packs["card"]} - set(playing_cards.SIGNS)
    pieces = {code.rstrip("0123456789") for code in codes if len(code) > 3}
    return {rules.engine.VARIANT, rules.engine.NAME, *pieces, *suits} - {""}


def test_only_a_games_own_templates_and_static_files_name_it() -> None:
    """A game's own files are in ``templates/games/<variant>/`` and ``static/<variant>/``."""
    places = [ROOT / "templates", *(ROOT / app / "static" for app in SITE)]
    files = [path for place in places for path in place.rglob("*.*") if path.suffix in {".html", ".css", ".js", ".svg"}]
    shared = [path for path in files if not {*RULES, "vendor"} & set(path.relative_to(ROOT).parts)]
    known = re.compile("|".join(rf"\b{word}\b" for rules in RULES.values() for word in sorted(words_of(rules))))
    found = {f"{name(path)}: {word}" for path in shared for word in known.findall(path.read_text())}
    assert len(shared) > 100
    assert not found, sorted(found)


def test_every_static_file_that_a_page_names_is_there() -> None:
    named = re.compile(r"""(?:{%\s*static\s+|\bstatic\()["']([^"']+)["']""")
    pages = [path for path in (ROOT / "templates").rglob("*.*") if path.suffix in {".html", ".txt"}]
    missing = [f"{name(path)}: {file}" for path in pages for file in named.findall(path.read_text()) if not find(file)]
    assert not missing, missing


def test_a_game_is_written_by_the_one_write_path() -> None:
    writes = re.compile(r"\bstore\.(save|create)\(|\b(Card|Tile)\.objects\.(create|bulk_create|bulk_update)\(")
    found = {name(path) for path in modules() if writes.search(path.read_text())} - {"games/core/store.py"}
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


def test_every_module_has_a_docstring() -> None:
    silent = [
        name(path)
        for path in modules()
        if path.read_text().strip() and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert not silent, silent


def test_no_model_saves_another_one() -> None:
    """A model's own ``save`` writes only its row; combined changes are explicit functions."""
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


PRIVATE = re.compile(r"(^|\.)(internal|_(?!_)\w*)(\.|$)")

PRIVATE_IMPORTS = {
    "tests/cast.py": {"allauth.account.internal.flows.login.record_authentication"},
    "tests/pseudo_locale.py": {"django.utils.translation.trans_real._translations"},
}
"""Features without a public API: a session of a reauthenticated user, and a catalogue that is not a file."""

PUBLIC_ALL_THE_SAME = {"os._exit"}
"""Names with an underscore that are documented nevertheless."""


def _of_libraries(tree: ast.Module) -> Iterator[str]:
    """Yield the dotted names of a file's imports from libraries, and of the library attributes that it uses."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found = {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        else:
            continue
        names |= {short: name for short, name in found.items() if name.partition(".")[0] not in OWN_MODULES}
    yield from names.values()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
            yield f"{names[node.value.id]}.{node.attr}"


def test_nothing_builds_on_what_a_library_keeps_for_itself() -> None:
    found = {}
    for path in [path for folder in OWN for path in (ROOT / folder).rglob("*.py")]:
        private = {each for each in _of_libraries(ast.parse(path.read_text())) if PRIVATE.search(each)}
        if private := private - PUBLIC_ALL_THE_SAME:
            found[name(path)] = private
    assert found == PRIVATE_IMPORTS


@pytest.mark.parametrize(
    "text",
    [
        "from allauth.idp.oidc.internal.oauthlib import device_codes",
        "from allauth.account.views._login import LoginView",
        "from json import _default_encoder",
        "import allauth.core.internal.httpkit",
        "import os\nos._wrap_close",
        "from allauth.idp.oidc import views as theirs\ntheirs._enforce_csrf",
    ],
)
def test_what_a_library_keeps_for_itself_would_be_found(text: str) -> None:
    assert [each for each in _of_libraries(ast.parse(text)) if PRIVATE.search(each)]

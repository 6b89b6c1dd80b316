"""Rules import only the standard library and each other."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from games import rules

ROOT = Path(rules.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
CLOCK_AND_CHANCE = {"time", "datetime", "random", "secrets", "uuid", "os", "socket", "threading"}


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield every import of the file as ``module`` or ``module:name``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield from (f"{node.module}:{name.name}" for name in node.names)


def imported() -> Iterator[tuple[Path, str]]:
    """Yield every file with each of its imports."""
    for file in FILES:
        for name in _imported(ast.parse(file.read_text(encoding="utf-8"))):
            yield file.relative_to(ROOT), name


def is_standard_or_ours(name: str) -> bool:
    module = name.split(":")[0]
    ours = f"{module}.".startswith("games.rules.") or name == "games:rules"
    return ours or module.split(".")[0] in sys.stdlib_module_names


def test_rules_import_only_the_standard_library() -> None:
    assert len(FILES) > 20
    foreign = [f"{file}: {name}" for file, name in imported() if not is_standard_or_ours(name)]
    assert not foreign, foreign


def test_rules_use_neither_clock_nor_unseeded_randomness() -> None:
    """``random.Random`` is allowed with a seed: the same view always gives the same move."""
    found = [
        f"{file}: {name}"
        for file, name in imported()
        if name.split(":")[0].split(".")[0] in CLOCK_AND_CHANCE and name != "random:Random"
    ]
    assert not found, found

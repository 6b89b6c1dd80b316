"""The rules would survive the death of Django: they import the standard library and each other, nothing else."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import rules

ROOT = Path(rules.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
CLOCK_AND_CHANCE = {"time", "datetime", "random", "secrets", "uuid", "os", "socket", "threading"}


def _imported(tree: ast.AST) -> Iterator[str]:
    """Every import as ``module`` or ``module:name``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield from (f"{node.module}:{name.name}" for name in node.names)


every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))


@every_file
def test_imports_only_the_standard_library(file: Path) -> None:
    for name in _imported(ast.parse(file.read_text(encoding="utf-8"))):
        module = name.split(":")[0]
        ours = f"{module}.".startswith("games.rules.") or name == "games:rules"
        assert ours or module.split(".")[0] in sys.stdlib_module_names, name


@every_file
def test_knows_neither_clock_nor_chance(file: Path) -> None:
    """``random.Random`` may be used, for it needs a seed: the same view always gives the same move."""
    for name in _imported(ast.parse(file.read_text(encoding="utf-8"))):
        assert name.split(":")[0].split(".")[0] not in CLOCK_AND_CHANCE or name == "random:Random", name

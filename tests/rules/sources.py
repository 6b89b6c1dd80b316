"""Read the source of a rules package, so that tests can check that everything in it has a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from games.rules.contract import Event


def kinds_of_events(package: Path) -> set[str]:
    """Return the kinds of all events that the package creates, if they are plain strings."""
    fields = (
        node.elts[0].value
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Tuple) and len(node.elts) == len(Event.__dataclass_fields__)
        if isinstance(node.elts[0], ast.Constant) and isinstance(node.elts[0].value, str)
        if not all(isinstance(each, ast.Constant) for each in node.elts)
    )
    return {*fields, *constants(package, "Event")}


def constants(package: Path, call: str) -> Iterator[str]:
    """Yield the first argument of every ``call(…)`` in the package, if it is a plain string."""
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value

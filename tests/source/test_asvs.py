"""The list of ASVS requirements (docs/asvs.md) is complete, and the tests that it names exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import NamedTuple

from tests.site import ROOT

FIRST = """
1.2:5 1.3:2 1.5:1 2.1:1 2.2:2 2.3:1 3.2:2 3.3:1 3.4:2 3.5:3 4.1:1 4.4:1 5.2:2 5.3:2 6.1:1 6.2:8 6.3:2 6.4:2 7.2:4 7.4:2
8.1:1 8.2:2 8.3:1 9.1:3 9.2:1 10.4:5 11.3:2 11.4:1 12.1:1 12.2:2 13.4:1 14.2:1 14.3:1 15.1:1 15.2:1 15.3:1
"""
"""The number of level 1 requirements of ASVS 5.0.0, which come first in each section."""

BOTH = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3
5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3
9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4
17.3:2
"""
"""The number of level 1 and 2 requirements. Level 2 follows level 1."""

STATES = {"tested", "met", "n/a", "open"}
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


class Requirement(NamedTuple):
    number: str
    level: str
    asks: str
    state: str
    how: str


def lines() -> list[Requirement]:
    text = (ROOT / "docs" / "asvs.md").read_text()
    rows = [line.strip("|").split("|") for line in text.splitlines() if re.match(r"\| \d", line)]
    return [Requirement(*(cell.strip() for cell in row)) for row in rows]


def numbers(counts: str) -> list[str]:
    """Return the numbers of ranges: ``1.2:3`` is 1.2.1, 1.2.2 and 1.2.3."""
    parts = (part.split(":") for part in counts.split())
    return [f"{section}.{number}" for section, count in parts for number in range(1, int(count) + 1)]


@cache
def named_in(path: str) -> set[str]:
    """Return the names of a file's tests, or an empty set if the file is missing."""
    if not (ROOT / path).is_file():
        return set()
    nodes = ast.walk(ast.parse((ROOT / path).read_text()))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_standard_has_so_many_requirements() -> None:
    assert (len(numbers(FIRST)), len(numbers(BOTH))) == (70, 253)


def test_every_requirement_of_both_levels_has_one_line() -> None:
    assert [line.number for line in lines()] == numbers(BOTH)
    assert [line.number for line in lines() if line.level == "1"] == numbers(FIRST)


def test_every_line_is_complete() -> None:
    assert all(line.level in "12" and line.asks and line.how and line.state in STATES for line in lines())


def test_lines_marked_tested_name_existing_tests() -> None:
    wrong = []
    for line in lines():
        named = NAMED.findall(line.how)
        wrong += [f"{line.number}: no {path}::{test}" for path, test in named if test not in named_in(path)]
        if line.state == "tested" and not named:
            wrong.append(f"{line.number}: tested by nothing")
    assert not wrong, wrong


def test_open_lines_have_a_reason() -> None:
    assert all(len(line.how) > 40 for line in lines() if line.state == "open")


def test_the_tests_that_the_threat_model_names_are_there() -> None:
    named = NAMED.findall((ROOT / "docs" / "security.md").read_text())
    assert len(named) > 30
    assert not [f"{path}::{test}" for path, test in named if test not in named_in(path)]

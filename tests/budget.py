"""The cost of tests: lists the slowest, and names tests that should be marked ``slow``.

A pytest plugin (tests/conftest.py). Only the worker's CPU time counts, because the machine may be busy. Tests that wait
for other programs (marks ``redis`` and ``browser``) are listed, but have no budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

SECONDS = 3.0
"""The CPU time above which a test should be marked ``slow``."""
MOST = 40
NEEDS_NO_BUDGET = ("slow", "redis", "browser")


class Budget:
    def __init__(self, file: str | None) -> None:
        self.file = file
        self.walls: dict[str, float] = {}
        self.dear: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Record the test's own CPU time. Fixtures of wider scope do not count."""
        begun = process_time()
        try:
            return (yield)
        finally:
            item.user_properties.append(("processor", process_time() - begun))
            if any(item.get_closest_marker(name) for name in NEEDS_NO_BUDGET):
                item.user_properties.append(("slow", True))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up a test's phases, in the process that receives the reports of all workers."""
        self.walls[report.nodeid] = self.walls.get(report.nodeid, 0) + report.duration
        said: dict[str, Any] = dict(report.user_properties)
        if report.when == "call" and "slow" not in said and said.get("processor", 0) > SECONDS:
            self.dear[report.nodeid] = said["processor"]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        slowest = sorted(self.walls.items(), key=lambda each: -each[1])[:MOST]
        if self.file:
            lines = [f"{seconds:8.2f} s  {test}\n" for test, seconds in slowest]
            Path(self.file).write_text("".join(lines), encoding="utf-8")
        for test, seconds in self.dear.items():
            terminalreporter.write_line(f"Over budget: {test} used {seconds:.1f} s, and is not marked slow.", red=True)

"""The cost of tests: the slowest are listed in a file, and the summary names tests that should be marked ``slow``.

A plugin of pytest (tests/conftest.py). Only processor time of the worker counts, for machines are busy with other
things; tests that wait for other programs (marks ``redis`` and ``browser``) are listed, but have no budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

SECONDS = 3.0
"""Processor time after which a test should have the mark ``slow``: it is named."""
MOST = 40
"""So many of the slowest are listed."""
NEEDS_NO_BUDGET = ("slow", "redis", "browser")


class Budget:
    """Notes what each test takes."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.walls: dict[str, float] = {}
        self.dear: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Write down the test's own use; shared resources are counted for all."""
        begun = process_time()
        try:
            return (yield)
        finally:
            item.user_properties.append(("processor", process_time() - begun))
            if any(item.get_closest_marker(name) for name in NEEDS_NO_BUDGET):
                item.user_properties.append(("slow", True))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Sum up its phases, in the process that receives the reports of all workers."""
        self.walls[report.nodeid] = self.walls.get(report.nodeid, 0) + report.duration
        said: dict[str, Any] = dict(report.user_properties)
        if report.when == "call" and "slow" not in said and said.get("processor", 0) > SECONDS:
            self.dear[report.nodeid] = said["processor"]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """List them."""
        slowest = sorted(self.walls.items(), key=lambda each: -each[1])[:MOST]
        if self.file:
            lines = [f"{seconds:8.2f} s  {test}\n" for test, seconds in slowest]
            Path(self.file).write_text("".join(lines), encoding="utf-8")
        for test, seconds in self.dear.items():
            terminalreporter.write_line(f"Over budget: {test} used {seconds:.1f} s, and is not marked slow.", red=True)

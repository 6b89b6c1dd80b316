"""A pytest plugin that writes down the marks of each selected test: ``--collect-only -p tests.selection``.

``make test ARGS="-k raid"`` collects once by it, and starts only the runs that have a test.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--marks-file", help="write the marks of the selected tests into this file")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write a list of marks for each selected test."""
    marks = [sorted({mark.name for mark in item.iter_markers()}) for item in session.items]
    Path(session.config.getoption("--marks-file")).write_text(json.dumps(marks))

"""A pytest plugin that lists the selected tests, so that `make test` reads only files that have tests for a run.

``--collect-only -p tests.selection --list-tests=FILE`` writes the file and the marks of each selected test; the option
``--only-files=FILE`` of tests/conftest.py collects no other files.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--list-tests", help="write the file and the marks of each selected test into this file")


def pytest_collection_finish(session: pytest.Session) -> None:
    tests = [[str(item.path), sorted({mark.name for mark in item.iter_markers()})] for item in session.items]
    Path(session.config.getoption("--list-tests")).write_text(json.dumps(tests))

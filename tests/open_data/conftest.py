"""A separate folder of files for each test, at a time when October's file is due."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from time_machine import travel

from tests.open_data.files import SETTLED


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.OPEN_DATA_DIR = tmp_path / "open-data"
    return settings.OPEN_DATA_DIR


@pytest.fixture(autouse=True)
def november() -> Iterator[None]:
    """A time one week after October."""
    with travel(SETTLED, tick=True):
        yield

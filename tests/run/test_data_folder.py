"""The data folder, which holds hidden cards, sessions and password hashes, is readable only by its owner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from chicago.run import prepare
from tests.site import ROOT, inherited


def mode(folder: Path) -> int:
    return folder.stat().st_mode & 0o7777


def test_a_new_data_folder_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    command = [sys.executable, "manage.py", "check"]
    subprocess.run(command, cwd=ROOT, env=inherited() | {"DATA_DIR": str(folder)}, check=True, capture_output=True)
    assert mode(folder) == 0o700


@pytest.mark.parametrize(("before", "after"), [(0o755, 0o700), (0o700, 0o700), (0o1777, 0o1777)])
def test_one_of_an_earlier_version_becomes_private_unless_it_is_everybodys(
    before: int, after: int, settings: Settings, tmp_path: Path
) -> None:
    tmp_path.chmod(before)
    settings.DATA_DIR = tmp_path
    prepare.check_data_folder()
    assert mode(tmp_path) == after

"""The accessibility trees of the tables match the stored files, so that a review shows every change."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.browser.trees import FOLDER, STATES
from tests.needs import chromium, skip_or_fail
from tests.site import ROOT


@pytest.mark.slow
def test_accessibility_trees_match_the_stored_files() -> None:
    """Compare in a separate process, because the album needs a test database and a fixed order of sets."""
    if chromium() is None:
        skip_or_fail("needs chromium: install it, or set CHROMIUM to where it is")
    assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == sorted(STATES)
    checked = subprocess.run(
        [sys.executable, "-m", "tests.browser.trees", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, f"{checked.stdout}{checked.stderr}\nrenew: python -m tests.browser.trees"

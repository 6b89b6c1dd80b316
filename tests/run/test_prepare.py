"""A site that can't prepare its start gives the reason in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from chicago.run import prepare


@pytest.mark.parametrize("broken", ["stamp", "source"])
def test_static_files_that_can_not_be_read_are_one_sentence(broken: str, settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    (tmp_path / "source").mkdir()
    if broken == "stamp":
        unreadable = tmp_path / "collected.stamp"
        unreadable.mkdir()
    else:
        unreadable = tmp_path / "source" / "site.css"
        unreadable.symlink_to("nowhere")
    with pytest.raises(prepare.CannotStart, match=f"The static files can't be collected: {unreadable}: "):
        prepare.collect_static()

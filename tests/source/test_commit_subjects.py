"""The check of commit subjects in ``make lint``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.site import ROOT
from tools.commit_subjects import problem

IDENTITY = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]


@pytest.mark.parametrize(
    "subject",
    ["review: Lock pending rows when claiming", "games/play, tests: Pass on the seat", "css: Embed the font"],
)
def test_an_imperative_sentence_with_an_area_passes(subject: str) -> None:
    assert problem(subject) is None


@pytest.mark.parametrize(
    ("subject", "found"),
    [
        ("Lock pending rows", "is not of the form “area: Imperative sentence” without a full stop"),
        ("review: lock pending rows", "is not of the form “area: Imperative sentence” without a full stop"),
        ("review: Lock pending rows.", "is not of the form “area: Imperative sentence” without a full stop"),
        ("Merge branch 'review'", "is not of the form “area: Imperative sentence” without a full stop"),
        ("review: Locked pending rows", "begins with “Locked”, which is no imperative"),
        ("review: Locks pending rows", "begins with “Locks”, which is no imperative"),
        ("review: Locking pending rows", "begins with “Locking”, which is no imperative"),
        ("review: Lock " + "x" * 60, "has 73 characters, and 72 are the most"),
    ],
)
def test_other_subjects_are_refused_with_the_reason(subject: str, found: str) -> None:
    assert problem(subject) == found


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *IDENTITY, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, subject: str) -> None:
    git(folder, "commit", "--allow-empty", "-m", subject)


def check(folder: Path) -> str:
    command = [sys.executable, ROOT / "tools/commit_subjects.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == (1 if done.stderr else 0)
    return done.stderr


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A repository whose only commit on main has a bad subject."""
    house = tmp_path / "house"
    house.mkdir()
    git(house, "init", "--initial-branch=main")
    commit(house, "The old way")
    return house


def test_only_commits_since_the_last_landing_count(house: Path) -> None:
    git(house, "switch", "-c", "branch")
    commit(house, "docs: Say more")
    assert check(house) == ""
    commit(house, "More is said")
    assert check(house).startswith("The commit “More is said” is not of the form")


def test_a_clone_compares_with_the_main_branch_of_its_origin(house: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", f"file://{house}", "clone", "--depth=1")
    commit(tmp_path / "clone", "docs: Say more")
    assert check(tmp_path / "clone") == ""


def test_on_the_landed_branch_the_last_commit_is_checked(house: Path) -> None:
    assert check(house).startswith("The commit “The old way” is not of the form")
    commit(house, "docs: Say more")
    assert check(house) == ""


def test_a_copy_without_history_passes(tmp_path: Path) -> None:
    assert check(tmp_path) == ""

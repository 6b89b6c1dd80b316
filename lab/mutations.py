"""Mutation tests: ``python -m lab.mutations`` makes small changes to the code, each of which should fail a test.

cosmic-ray makes the changes, one at a time, in a copy of the checkout; `make mutations` installs it in var/mutation. As
there are too many possible changes, a sample is tested in each package: the environment variable MUTANTS (default 20)
is its size, SEED (default: the date) its random seed. The survivors are printed with their diffs, and the exit status
is 1 if there are any.
"""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.site import ROOT

ROOMS = {
    "games/play": (
        "tests/play/test_moves.py",
        "tests/play",
        "tests/vacations",
        "tests/lobby/test_seats.py",
        "tests/lobby/test_invitations.py",
        "tests/moderation/test_actions.py",
        "tests/table/test_standing_order_urls.py",
        "tests/privacy",
        "tests/core/test_punctuality.py",
    ),
    "games/notifications": (
        "tests/notifications/test_outbox.py",
        "tests/notifications",
        "tests/play/test_simultaneous_events.py",
        "tests/bots/test_calls.py",
        "tests/access/test_permissions.py",
    ),
    "games/moderation": ("tests/moderation",),
}
"""The code of each package and the tests that should fail, the most relevant tests first."""

CONFIGURATION = """
[cosmic-ray]
module-path = "{room}"
timeout = 900.0
excluded-modules = []
test-command = "{command}"

[cosmic-ray.distributor]
name = "local"
"""
COSMIC_RAY = ROOT / "var" / "mutation" / "bin" / "cosmic-ray"
PLACES = "SELECT job_id, module_path, start_pos_row, start_pos_col, operator_name, occurrence FROM mutation_specs"
NOT_SAMPLED = """
DELETE FROM {table} WHERE job_id NOT IN ({places})
"""
SURVIVED = """
SELECT spec.module_path, spec.start_pos_row, spec.operator_name, result.diff
FROM work_results AS result JOIN mutation_specs AS spec ON spec.job_id = result.job_id
WHERE result.test_outcome = 'SURVIVED' ORDER BY spec.module_path, spec.start_pos_row
"""


def copy_of_checkout(folder: Path) -> Path:
    """Copy every file tracked by git from the working tree to ``folder``, and return ``folder``."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def _unread(path: Path) -> list[tuple[tuple[int, int], Any]]:
    """Return the ranges of the type annotations in a file, which no test can check."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        found += [getattr(node, "annotation", None), getattr(node, "returns", None)]
    return [((each.lineno, each.col_offset), (each.end_lineno, each.end_col_offset)) for each in found if each]


def sample(copy: Path, session: Path, seed: str, count: int) -> int:
    """Delete all but a sample of ``count`` mutations from a session, and return the number of testable mutations."""
    unread = cache(_unread)
    with closing(sqlite3.connect(session)) as database, database:
        there = [
            row
            for row in database.execute(PLACES)
            if not any(begin <= row[2:4] < end for begin, end in unread(copy / row[1]))
        ]
        order = sorted(there, key=lambda row: tuple(map(str, row[1:])))
        chosen = [row[0] for row in Random(seed).sample(order, min(count, len(order)))]
        for table in ("mutation_specs", "work_items"):
            database.execute(NOT_SAMPLED.format(table=table, places=",".join("?" * len(chosen))), chosen)
        return len(there)


def survivors(copy: Path, room: str, tests: tuple[str, ...], seed: str, count: int) -> list[tuple[str, int, str, str]]:
    """Return the file, line, operator and diff of each sampled mutation of a package that survives its tests."""
    configuration, session = copy / "mutation.toml", copy / "mutation.sqlite"
    session.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    configuration.write_text(CONFIGURATION.format(room=room, command=shlex.join(command)), encoding="utf-8")
    run: dict[str, Any] = {
        "cwd": copy,
        "check": True,
        "env": os.environ | {"TEST_SHARED": "1", "TEST_DATA_DIR": str(copy / "data")},
    }
    subprocess.run(command, **run, stdout=subprocess.DEVNULL)  # tests that fail without a mutation would detect nothing
    subprocess.run([COSMIC_RAY, "init", configuration, session], **run)
    there = sample(copy, session, seed, count)
    sys.stdout.write(f"{room}: {min(count, there)} of {there} changes, chosen by {seed}\n")
    sys.stdout.flush()
    subprocess.run([COSMIC_RAY, "exec", configuration, session], **run)
    with closing(sqlite3.connect(session)) as database:
        return list(database.execute(SURVIVED))


def main() -> int:
    """Test a sample in each package, or in the named packages. Return 1 if any mutation survived."""
    seed, count = os.environ.get("SEED") or datetime.now(UTC).date().isoformat(), int(os.environ.get("MUTANTS") or 20)
    rooms = sys.argv[1:] or list(ROOMS)
    found = []
    with tempfile.TemporaryDirectory(prefix="back-room-mutations-") as folder:
        copy = copy_of_checkout(Path(folder))
        (copy / "data").mkdir()
        for room in rooms:
            found += survivors(copy, room, ROOMS[room], seed, count)
    for path, row, operator, diff in found:
        sys.stdout.write(f"\nSurvived: {path}:{row} {operator}\n{diff}\n")
    sys.stdout.write(f"\n{len(found)} changes were noticed by no test.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

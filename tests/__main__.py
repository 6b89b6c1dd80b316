"""``make test``: everything, each kind of test with what it needs; what can't run here is named.

Locally: SQLite first, then what needs PostgreSQL, Redis or a browser. With CI=true nothing may be missing
and PostgreSQL is the database of all tests; on SQLite run those marked ``both``. With TEST_ALL=1 (`make test-all`)
SQLite gets all that use a database; many seeds and whole products are tried on PostgreSQL, which takes long enough
once. Arguments go to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tests.needs import EVERYTHING, ON_CI, POSTGRES, REDIS, chromium, silent

IN_PARALLEL = ("-n", "2" if ON_CI else "auto", "--maxprocesses", "8", "--dist", "worksteal")
TWO_SITES = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
"""Each worker has a site and a browser of its own; tests/conftest.py says which files come first."""
TWO_DATABASES = ("-n", "2", "--dist", "worksteal")
"""Each worker has a database of its own in Redis, which has no more than sixteen (tests/settings.py)."""
NAME_RERUNS = ("-rR",)
"""Tests marked ``programs`` or ``browser`` are rerun once if they fail (tests/conftest.py), and named here."""
ALONE = "not redis and not browser"
"""Marks of all tests that need no other program but a database."""
ALONE_EACH_DAY = f"{ALONE} and not whole"
NOTHING_COLLECTED = 5
VAR = Path("var")


class Run(NamedTuple):
    """One run of pytest: its name, marks and environment; ``missing`` is the reason why it can't run."""

    name: str
    marks: str
    options: tuple[str, ...] = ()
    environment: Mapping[str, str] = {}
    missing: str = ""


def _runs() -> list[Run]:
    postgres, redis = silent(POSTGRES, "PostgreSQL"), silent(REDIS, "Redis")
    on_postgres = {} if postgres else {"TEST_DATABASE_URL": POSTGRES}
    on_redis = on_postgres | {"TEST_REDIS_URL": REDIS}
    each_day = ALONE_EACH_DAY if ON_CI else "postgres"
    in_sqlite = (*IN_PARALLEL, *(["--with-database"] if EVERYTHING else []))
    in_browsers = (*TWO_SITES, *NAME_RERUNS)
    no_browser = "" if chromium() else "no chromium on the path"
    both = "both and " if ON_CI and not EVERYTHING else ""
    on_sqlite = {} if postgres else {"TEST_ALL": ""}
    second = ALONE if EVERYTHING and postgres else ALONE_EACH_DAY
    return [
        Run("PostgreSQL", ALONE if EVERYTHING else each_day, IN_PARALLEL, on_postgres, postgres),
        Run("SQLite", f"{both}not postgres and {second}", in_sqlite, on_sqlite),
        Run("Redis", "redis" if EVERYTHING else "redis and not whole", (*TWO_DATABASES, *NAME_RERUNS), on_redis, redis),
        Run("browser", "browser" if EVERYTHING else "browser and not whole", in_browsers, {}, no_browser),
    ]


def _passes(run: Run, arguments: list[str], shared: str) -> bool:
    sys.stdout.write(f"\n== {run.name}\n")
    sys.stdout.flush()
    begun = monotonic()
    kept = {name: value for name, value in os.environ.items() if name not in {"TEST_DATABASE_URL", "TEST_REDIS_URL"}}
    # Processes that tests start find the modules compiled, on a machine that says otherwise too.
    environment = kept | run.environment | {"TEST_DATA_DIR": shared, "PYTHONDONTWRITEBYTECODE": ""}
    # One word, since pytest takes a second one, once there is such a file, for the tests that it is to run.
    durations = f"--durations-file={VAR / f'durations-{run.name.lower()}.txt'}"
    command = [sys.executable, "-m", "pytest", "-m", run.marks, durations, *run.options, *arguments]
    status = subprocess.run(command, env=environment, check=False).returncode
    sys.stdout.write(f"{run.name} took {monotonic() - begun:.0f} s.\n")
    return status == 0 or (status == NOTHING_COLLECTED and bool(arguments))


def main(arguments: list[str]) -> int:
    """Run what can be run. The exit status: 1 if anything failed, or on CI was left out."""
    runs = _runs()
    VAR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="back-room-tests-") as shared:
        failed = [run.name for run in runs if not run.missing and not _passes(run, arguments, shared)]
    left_out = [run for run in runs if run.missing]
    sys.stdout.write("\n")
    for run in left_out:
        sys.stdout.write(f"Left out: {run.name}, because {run.missing}.\n")
    sys.stdout.write(f"Failed: {', '.join(failed)}.\n" if failed else "What was run has passed.\n")
    return 1 if failed or (ON_CI and left_out) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

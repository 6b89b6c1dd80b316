"""``make test``: everything, each kind of test with what it needs; what can't run here is named.

First all but a few on SQLite; then those that need PostgreSQL, Redis or a browser, each in a process of their own.
Arguments go to pytest. With CI=true nothing may be missing, and whatever uses a database runs on PostgreSQL too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from tests.needs import ON_CI, POSTGRES, REDIS, chromium, silent

IN_PARALLEL = ("-n", "auto", "--maxprocesses", "8", "--dist", "worksteal")
TWO_SITES = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
"""Each worker has a site and a browser of its own; tests/conftest.py says which files come first."""
ONCE_MORE = ("--reruns", "1", "-rR")
"""Stories told by several programs on a machine that is busy: what fails is tried once more, and named either way."""
NOT_STORED = (
    "tests/rules",
    "tests/infra",
    "tests/games/test_fair.py",
    "tests/games/test_languages.py",
    "tests/games/test_replay_page.py",
    "tests/games/test_replay_secrecy.py",
    "tests/games/test_swedish_table_page.py",
    "tests/games/test_table_page.py",
    "tests/games/test_unmarked_texts.py",
    "tests/games/test_verify.py",
    "tests/accounts/test_unmarked_texts.py",
    "tests/test_permissions.py",
    "tests/test_bad_input.py",
    "tests/test_limited.py",
)
EVERYTHING_STORED = (
    "not redis and not browser and not whole",
    (*IN_PARALLEL, *(f"--ignore={path}" for path in NOT_STORED)),
)
"""Marks and options of all tests but those whose subject is no database."""
NOTHING_COLLECTED = 5


class Run(NamedTuple):
    """One start of pytest: what it is called, which marks it takes, where it runs; ``missing`` says why it can't."""

    name: str
    marks: str
    options: tuple[str, ...] = ()
    environment: Mapping[str, str] = {}
    missing: str = ""


def _runs() -> list[Run]:
    postgres, redis = silent(POSTGRES, "PostgreSQL"), silent(REDIS, "Redis")
    on_postgres = {} if postgres else {"TEST_DATABASE_URL": POSTGRES}
    return [
        Run("SQLite", "not postgres and not redis and not browser and not whole", IN_PARALLEL),
        Run("PostgreSQL", *(EVERYTHING_STORED if ON_CI else ("postgres",)), environment=on_postgres, missing=postgres),
        Run("Redis", "redis", ONCE_MORE, on_postgres | {"TEST_REDIS_URL": REDIS}, redis),
        Run("browser", "browser", (*TWO_SITES, *ONCE_MORE), {}, "" if chromium() else "no chromium on the path"),
    ]


def _passes(run: Run, arguments: list[str]) -> bool:
    sys.stdout.write(f"\n== {run.name}\n")
    sys.stdout.flush()
    environment = {
        name: value for name, value in os.environ.items() if name not in {"TEST_DATABASE_URL", "TEST_REDIS_URL"}
    }
    command = [sys.executable, "-m", "pytest", "-m", run.marks, *run.options, *arguments]
    status = subprocess.run(command, env=environment | run.environment, check=False).returncode
    return status == 0 or (status == NOTHING_COLLECTED and bool(arguments))


def main(arguments: list[str]) -> int:
    """Run what can be run. The exit status: 1 if anything failed, or on CI was left out."""
    runs = _runs()
    failed = [run.name for run in runs if not run.missing and not _passes(run, arguments)]
    left_out = [run for run in runs if run.missing]
    sys.stdout.write("\n")
    for run in left_out:
        sys.stdout.write(f"Left out: {run.name}, because {run.missing}.\n")
    sys.stdout.write(f"Failed: {', '.join(failed)}.\n" if failed else "What was run has passed.\n")
    return 1 if failed or (ON_CI and left_out) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""``make test``: runs every kind of test with the services it needs, and lists those that can't run here.

Locally, the tests that need PostgreSQL run first, then those on SQLite. Tests that need Redis or a browser mostly wait,
so they run at the same time, and their output comes at the end. With CI=true every service is required, all tests run
on PostgreSQL, and those marked ``both`` also on SQLite. With TEST_ALL=1 (`make test-all`) all database tests also run
on SQLite; tests of many seeds and whole products run once, on PostgreSQL, where branch coverage is measured. Arguments
go to pytest; suites without a matching test are not started.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import NamedTuple, TextIO

from tests.needs import EVERYTHING, ON_CI, POSTGRES, REDIS, chromium, silent

IN_PARALLEL = ("-n", "2" if ON_CI else "auto", "--maxprocesses", "8", "--dist", "worksteal")
TWO_SITES = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
"""Options for two workers, each with a site and a browser. tests/conftest.py decides which files come first."""
TWO_DATABASES = ("-n", "2", "--dist", "worksteal")
"""Options for two workers, each with a database in Redis, which has at most sixteen (tests/settings.py)."""
FEW = 50
"""The number of tests below which a run is faster without workers, which would each collect all files."""
COVERAGE = ("--cov",)
"""An option that fails below the percentage in pyproject.toml, which also names the packages."""
NOTHING_COLLECTED = 5
PORTS_BESIDE = {"TEST_PORTS": "26000"}
"""The first port of sites whose tests run at the same time as others (tests/site.py)."""
VAR = Path("var")


class Marks(NamedTuple):
    """The marks that a test must have, and those that it must not have."""

    needed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return " and ".join([*sorted(self.needed), *(f"not {mark}" for mark in sorted(self.refused))])

    def fit(self, marks: list[str]) -> bool:
        return self.needed <= set(marks) and not self.refused & set(marks)


NEED_NO_PROGRAM = frozenset({"redis", "browser"})
NOT_EACH_DAY = frozenset() if EVERYTHING else frozenset({"whole"})


class Run(NamedTuple):
    """A run of pytest: its name, marks and environment. ``missing`` is the reason why it can't run."""

    name: str
    marks: Marks
    options: tuple[str, ...] = ()
    environment: Mapping[str, str] = {}
    missing: str = ""
    beside: bool = False
    """Whether to run it at the same time as the CPU-bound runs."""


def _runs(measured: tuple[str, ...]) -> list[Run]:
    """Return the runs. The first one gets the options ``measured``."""
    postgres, redis = silent(POSTGRES, "PostgreSQL"), silent(REDIS, "Redis")
    on_postgres = {} if postgres else {"TEST_DATABASE_URL": POSTGRES}
    on_redis = on_postgres | {"TEST_REDIS_URL": REDIS} | PORTS_BESIDE
    on_ci = ON_CI or EVERYTHING
    alone = Marks(frozenset() if on_ci else frozenset({"postgres"}), NEED_NO_PROGRAM | NOT_EACH_DAY)
    in_sqlite = (*IN_PARALLEL, *(["--with-database"] if EVERYTHING else []), *(measured if postgres else ()))
    no_browser = "" if chromium() else "no chromium on the path"
    both = frozenset({"both"}) if ON_CI and not EVERYTHING else frozenset()
    on_sqlite = {} if postgres else {"TEST_ALL": ""}
    second = NOT_EACH_DAY if postgres else frozenset({"whole"})
    return [
        Run("PostgreSQL", alone, (*IN_PARALLEL, *measured), on_postgres, postgres),
        Run("SQLite", Marks(both, NEED_NO_PROGRAM | {"postgres"} | second), in_sqlite, on_sqlite),
        Run("Redis", Marks(frozenset({"redis"}), NOT_EACH_DAY), TWO_DATABASES, on_redis, redis, beside=True),
        Run("browser", Marks(frozenset({"browser"}), NOT_EACH_DAY), TWO_SITES, PORTS_BESIDE, no_browser, beside=True),
    ]


def _pytest(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pytest", *arguments]


def _environment(shared: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"TEST_DATABASE_URL", "TEST_REDIS_URL"}}
    # Let subprocesses use compiled modules, even where the machine disables them.
    return kept | {"TEST_DATA_DIR": shared, "PYTHONDONTWRITEBYTECODE": ""}


def _with_tests(runs: list[Run], arguments: list[str], shared: str) -> list[Run]:
    """Return the runs with a test that matches the arguments, each with the files to collect."""
    file = Path(shared) / "tests.json"
    command = _pytest("--collect-only", "-qq", "-p", "tests.selection", f"--list-tests={file}", *arguments)
    status = subprocess.run(command, env=_environment(shared), stdout=subprocess.DEVNULL, check=False).returncode
    if status not in {0, NOTHING_COLLECTED}:
        return runs  # invalid arguments: pytest explains them
    tests = json.loads(file.read_text())
    found = [(run, [path for path, marks in tests if run.marks.fit(marks)]) for run in runs]
    return [_of_files(run, paths, shared, alone=bool(arguments)) for run, paths in found if paths]


def _of_files(run: Run, paths: list[str], shared: str, *, alone: bool) -> Run:
    """Return the run limited to these files, and without workers if it may be ``alone`` and has few tests."""
    file = Path(shared) / f"{run.name.lower()}.txt"
    file.write_text("\n".join(sorted(set(paths))))
    few = ("-n0",) if alone and len(paths) < FEW else ()
    return run._replace(options=(*run.options, f"--only-files={file}", *few))


def _passes(run: Run, arguments: list[str], shared: str, output: TextIO) -> bool:
    output.write(f"\n== {run.name}\n")
    output.flush()
    begun = monotonic()
    # One argument: pytest would take a separate path for the tests to run.
    durations = f"--durations-file={VAR / f'durations-{run.name.lower()}.txt'}"
    command = _pytest("-m", str(run.marks), durations, *run.options, *arguments)
    environment = _environment(shared) | run.environment
    status = subprocess.run(command, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False).returncode
    output.write(f"{run.name} took {monotonic() - begun:.0f} s.\n")
    output.flush()
    return status == 0 or (status == NOTHING_COLLECTED and bool(arguments))


def _failed(runs: list[Run], arguments: list[str], shared: str) -> list[str]:
    """Return the names of the failed runs. Show the output of runs ``beside`` others last."""

    def one_by_one(output: TextIO, *, beside: bool) -> list[str]:
        here = [run for run in runs if run.beside == beside]
        return [run.name for run in here if not _passes(run, arguments, shared, output)]

    with (Path(shared) / "beside.log").open("w+") as log, ThreadPoolExecutor() as threads:
        waiting = threads.submit(one_by_one, log, beside=True)
        failed = one_by_one(sys.stdout, beside=False) + waiting.result()
        log.seek(0)
        sys.stdout.write(log.read())
    return failed


def main(arguments: list[str]) -> int:
    """Run the available suites. Return 1 if one failed or, on CI, was left out."""
    # Some of the tests would not reach the percentage.
    runs = _runs(COVERAGE if EVERYTHING and not arguments else ())
    VAR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="back-room-tests-") as shared:
        if not (runs := _with_tests(runs, arguments, shared)):
            sys.stdout.write("No test matches these arguments.\n")
            return 1
        failed = _failed([run for run in runs if not run.missing], arguments, shared)
    left_out = [run for run in runs if run.missing]
    sys.stdout.write("\n")
    for run in left_out:
        sys.stdout.write(f"Left out: {run.name}, because {run.missing}.\n")
    sys.stdout.write(f"Failed: {', '.join(failed)}.\n" if failed else "What was run has passed.\n")
    return 1 if failed or (ON_CI and left_out) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

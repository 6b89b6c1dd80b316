"""Print every measure with its bar; exit 1 if one is missed. ``sweep`` as an argument takes the sweeps' alone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()  # before anything that imports models

from tests.bench import page, rules, sweep
from tests.bench.measure import Measure
from tests.needs import POSTGRES, silent


def report(*kinds: Callable[[], Iterator[Measure]]) -> bool:
    """Print them as they come. Whether all keep to their bars."""
    met = True
    for kind in kinds:
        for measure in kind():
            sys.stdout.write(f"{measure}\n")
            sys.stdout.flush()
            met = met and measure.met
    return met


def sweeps_on_postgres() -> bool:
    """The sweeps' measures in a process of their own, on a PostgreSQL database that is made for it and removed."""
    if missing := silent(POSTGRES, "PostgreSQL"):
        sys.stdout.write(f"Since {missing}, the sweeps are measured on SQLite.\n")
        return report(sweep.measures)
    database = {"TEST_DATABASE_URL": f"{POSTGRES.rsplit('/', 1)[0]}/back_room_bench"}
    command = [sys.executable, "-m", "tests.bench", "sweep"]
    return subprocess.run(command, env=os.environ | database, check=False).returncode == 0


if __name__ == "__main__":
    if sys.argv[1:] == ["sweep"]:
        sys.exit(not report(sweep.measures))
    # Both are run, whatever the first one says.
    results = [report(rules.measures, page.measures), sweeps_on_postgres()]
    sys.exit(not all(results))

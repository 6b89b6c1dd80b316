"""Runs a Python program on a clock that is wrong: ``python -m tests.gameday.wrong_clock 300 celery -A chicago beat``.

The number is by how many seconds its clock is ahead; negative: behind.
"""

from __future__ import annotations

import runpy
import shutil
import sys
from datetime import UTC, datetime, timedelta

import time_machine


def main(seconds: str, name: str, *arguments: str) -> None:
    """Runs the program ``name`` of the path until it ends."""
    if (program := shutil.which(name)) is None:
        sys.exit(f"there is no {name} on the path")
    sys.argv = [program, *arguments]
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=float(seconds)), tick=True):
        runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])

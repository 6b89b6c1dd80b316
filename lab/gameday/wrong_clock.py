"""Runs a Python program with a wrong clock: ``python -m lab.gameday.wrong_clock 300 python -m module``.

The clock is fast by this number of seconds, or slow if it is negative.
"""

from __future__ import annotations

import runpy
import sys
from datetime import UTC, datetime, timedelta

import time_machine


def main(seconds: str, _python: str, _m: str, module: str, *arguments: str) -> None:
    sys.argv = [module, *arguments]
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=float(seconds)), tick=True):
        runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

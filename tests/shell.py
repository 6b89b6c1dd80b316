"""Runs pieces of Python on the data of a running site: ``python -m tests.shell``, which ``Site.shell`` starts.

Django is set up once. Each input line is a piece of code in JSON, which a forked process runs. The output line
is the code's output in JSON, or null after a traceback on stderr.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO

import django

WANTED = "tests.playing"
"""The module that imports what nearly every piece of code needs, such as the cast."""


def say(printed: str | None) -> None:
    sys.stdout.write(json.dumps(printed) + "\n")
    sys.stdout.flush()


def run(code: str) -> None:
    printed = StringIO()
    with redirect_stdout(printed):
        exec(code, {})
    say(printed.getvalue())


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
    django.setup()
    import_module(WANTED)
    gc.freeze()
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            run(json.loads(line))
            os._exit(0)  # cleaning up would take longer than most of the pieces
        _child, failed = os.waitpid(child, 0)
        if failed:
            say(None)


if __name__ == "__main__":
    main()

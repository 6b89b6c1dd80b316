"""A replacement for the running site's shell, in the process that takes the pictures."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Protocol


class Shell(Protocol):
    """Runs code on the site's data: ``tests.site.Site``, or this process."""

    def shell(self, code: str) -> str:
        """Run the code and return its output."""


class InProcessShell:
    """Runs code in this process, instead of ``tests.site.Site``."""

    def shell(self, code: str) -> str:
        """Run the code and return its output."""
        printed = StringIO()
        with redirect_stdout(printed):
            exec(code, {})
        return printed.getvalue().strip()

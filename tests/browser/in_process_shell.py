"""A shell that runs code in the process that takes the pictures, instead of on the running site."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Protocol


class Shell(Protocol):
    """A shell on the site's data: ``tests.site.Site`` or ``InProcessShell``."""

    def shell(self, code: str) -> str:
        """Run the code and return its output."""


class InProcessShell:
    """Runs code in this process, as a replacement for ``tests.site.Site``."""

    def shell(self, code: str) -> str:
        printed = StringIO()
        with redirect_stdout(printed):
            exec(code, {})
        return printed.getvalue().strip()

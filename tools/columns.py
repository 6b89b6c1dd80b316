"""No line of a source is longer than 120 columns: ``python tools/columns.py`` names those that are.

Not looked at: lock files, catalogues, records, accessibility trees, what others wrote (vendor), rows of
tables in Markdown, and the texts of mails, whose lines are as long as they are sent.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 120
SOURCES = (".css", ".html", ".js", ".md", ".py", ".toml", ".txt", ".yaml", ".yml")
LEFT_OUT = re.compile(
    r"^requirements.*\.txt$|/vendor/|/migrations/|^tests/access/permissions\.txt$|^templates/.*\.txt$"
    r"|^tests/browser/trees/"
)


def too_long(name: str, text: str) -> list[str]:
    """Where in a file lines are too long."""
    return [
        f"{name}:{at}: {len(line)} columns"
        for at, line in enumerate(text.split("\n"), 1)
        if len(line) > MOST and not (name.endswith(".md") and line.startswith("|"))
    ]


def main() -> int:
    """The command. Its exit status: 1 if a line is too long."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    found = [
        line
        for name in sorted(set(listed.stdout.splitlines()))
        if name.endswith(SOURCES) and not LEFT_OUT.search(name) and (ROOT / name).is_file()
        for line in too_long(name, (ROOT / name).read_text(encoding="utf-8"))
    ]
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 1 if found or listed.returncode else 0


if __name__ == "__main__":
    sys.exit(main())

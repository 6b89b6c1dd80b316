"""Names that were replaced must not come back: ``python tools/words.py`` says where one does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (".css", ".html", ".js", ".py", ".toml", ".txt")
REPLACED = {
    "as_acting": "request.viewer",
    "done_to": "affects",
    "doorbook": "auth_log",
    "doorway": "middleware, error_views",
    "halting": "termination",
    "LADDER": "HAND_RANKINGS",
    "logbook": "log",
    "obey": "automatic_move",
    "owing": "enqueue, outbox",
    "Rung": "HandRanking",
    "STAGED": "HIGHLIGHTS",
    "Staging": "Highlights",
}
WORDS = re.compile(rf"\b({'|'.join(REPLACED)})\b")


def main() -> int:
    """The command. Its exit status: 1 if a replaced name is used."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    found = [
        f"{name}:{at}: {match[1]}; write {REPLACED[match[1]]}\n"
        for name in sorted(set(listed.stdout.splitlines()))
        if name.endswith(SOURCES) and name != "tools/words.py" and (ROOT / name).is_file()
        for at, line in enumerate((ROOT / name).read_text(encoding="utf-8").split("\n"), 1)
        if (match := WORDS.search(line))
    ]
    sys.stdout.writelines(found)
    return 1 if found or listed.returncode else 0


if __name__ == "__main__":
    sys.exit(main())

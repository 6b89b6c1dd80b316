"""Ways to damage a backup."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from chicago.backup import archive


def sealed_again(backup: Path) -> None:
    names = [line.split()[1] for line in (backup / archive.SUMS).read_text().splitlines()]
    lines = [f"{hashlib.sha256((backup / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (backup / archive.SUMS).write_text("".join(lines))


def rewritten(backup: Path, **facts: Any) -> None:
    manifest = backup / archive.MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | facts))
    sealed_again(backup)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

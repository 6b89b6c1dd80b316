"""A secret key for a site that nobody but this machine knows: made once, kept in its data folder."""

from __future__ import annotations

import secrets
from pathlib import Path


def kept_in(folder: Path) -> str:
    """The key of this data folder, made at the first start. Raises OSError where it can't be kept."""
    path = folder / "secret-key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50), encoding="ascii")
    return path.read_text(encoding="ascii").strip()

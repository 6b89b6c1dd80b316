"""The secret key of a local site, created once and stored in its data folder."""

import secrets
from pathlib import Path


def load_or_create(folder: Path) -> str:
    """Return the key stored in this folder, created at the first start. Raise `OSError` if that fails."""
    path = folder / "secret-key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50), encoding="ascii")
    return path.read_text(encoding="ascii").strip()

"""Backups as folders, which get their final names only when complete, and are verified before a restore."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from django.db.migrations.loader import MigrationLoader

from chicago.backup import BackupError, postgresql, sqlite
from chicago.backup.manifest import Manifest

VENDORS: Mapping[str, ModuleType] = {"postgresql": postgresql, "sqlite": sqlite}
MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
NAME_FORMAT = "%Y-%m-%dT%H-%M-%SZ"
UNFINISHED = ".unfinished-"


def make(vendor: str, settings: Mapping[str, Any], root: Path) -> Path:
    """Back up the database into a new folder in ``root``, and return the folder.

    Raise `BackupError` or `OSError` on failure.
    """
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    started = datetime.now(UTC)
    folder = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=root))
    try:
        VENDORS[vendor].dump(settings, folder).write(folder / MANIFEST)
        _seal(folder, [VENDORS[vendor].FILE, MANIFEST])
        return folder.rename(root / started.strftime(NAME_FORMAT))
    except BaseException:
        shutil.rmtree(folder)
        raise


def check(folder: Path) -> Manifest:
    """Return the manifest of a backup. Raise `BackupError` if the backup is incomplete or was changed."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
        sums = {name: expected for expected, name in (line.split("  ", 1) for line in lines)}
        if MANIFEST not in sums:
            raise BackupError(f"{folder} is not a whole backup: its {SUMS} names no manifest.")
        for name, expected in sums.items():
            if _sum(folder / name) != expected:
                raise BackupError(f"{folder / name} was cut off or changed since the backup was made.")
        return Manifest.load(folder / MANIFEST)
    except FileNotFoundError as error:
        raise BackupError(f"{folder} is not a whole backup: {Path(error.filename).name} is missing.") from error
    except ValueError as error:
        raise BackupError(f"{folder} is not a whole backup: its {SUMS} is damaged.") from error


def restore(vendor: str, settings: Mapping[str, Any], folder: Path, overwrite: bool = False) -> Manifest:
    """Restore a backup into the database of these settings, and return its manifest.

    Raise `BackupError` if the backup is damaged, of a newer version or of another kind of database, if the database
    has tables and ``overwrite`` is False, or if the restore fails.
    """
    found = check(folder)
    if found.vendor != vendor:
        raise BackupError(f"This backup is of {found.vendor}, and the database here is {vendor}.")
    here = MigrationLoader(None).disk_migrations
    replaced = (name for migration in here.values() for name in migration.replaces)
    if unknown := sorted(set(found.migrations) - {f"{app}.{name}" for app, name in (*here, *replaced)}):
        raise BackupError(f"A newer version of the site made this backup; here is no migration {unknown[0]}.")
    VENDORS[vendor].restore(settings, folder, found, overwrite)
    return found


def whole_in(root: Path) -> list[Path]:
    """Return the complete backups below ``root``, oldest first."""
    return sorted(path.parent for path in root.glob(f"[0-9]*/{SUMS}"))


def _seal(folder: Path, names: Sequence[str]) -> None:
    """Write the checksums in the format of ``sha256sum --check``, and flush everything to disk."""
    lines = [f"{_sum(folder / name)}  {name}\n" for name in names]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")
    for path in (*(folder / name for name in names), folder / SUMS, folder):
        _flush(path)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""A folder per process for its metrics. A lock, released when the process ends, shows whether the folder is in use.

Process IDs can't show that: containers that share the parent folder each have a process 1.
"""

import fcntl
import os
import shutil
import socket
import uuid
from functools import cache
from pathlib import Path

LOCK = "lock"


@cache
def claim(parent: Path) -> Path:
    """Create a folder locked until this process ends, and remove those of ended ones. Raise `OSError` on failure."""
    parent.mkdir(parents=True, exist_ok=True)
    in_use(parent)
    # The folder has a hidden name until it is locked: unlocked, it would look like that of an ended process.
    hidden = parent / f".{uuid.uuid4().hex}"
    hidden.mkdir()
    fcntl.flock(os.open(hidden / LOCK, os.O_CREAT | os.O_RDWR), fcntl.LOCK_EX)
    return hidden.rename(parent / f"{socket.gethostname()}-{os.getpid()}-{hidden.name[1:5]}")


def in_use(parent: Path) -> list[Path]:
    """Return the folders of running processes, and remove the others."""
    found = sorted(path for path in parent.iterdir() if path.is_dir() and not path.name.startswith("."))
    return [path for path in found if _is_locked(path) or _remove(path)]


def _is_locked(folder: Path) -> bool:
    try:
        with (folder / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:  # another process is removing it
        return False
    return False


def _remove(folder: Path) -> bool:
    shutil.rmtree(folder, ignore_errors=True)
    return False

"""External programs that some tests need. Without them, tests are skipped with a reason, or fail on CI."""

import os
import shutil
import socket
import subprocess
from typing import NoReturn
from urllib.parse import urlsplit

import pytest

POSTGRES = os.environ.get("TEST_DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/back_room"
REDIS = os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/9"
ON_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

EVERYTHING = bool(os.environ.get("TEST_ALL"))
"""Whether `make test-all` is running, with whole products instead of pairs and many seeds instead of a few."""


def skip_or_fail(reason: str) -> NoReturn:
    """Skip this test because something is missing on this machine, or fail on CI, where nothing may be missing."""
    if ON_CI:
        pytest.fail(f"nothing may be missing here: {reason}", pytrace=False)
    pytest.skip(reason)


def chromium() -> str | None:
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def headless_shell() -> str | None:
    """Return the path of chromium's headless shell, if it is installed. It has no notifications, but the same pages."""
    return None if os.environ.get("CHROMIUM") else shutil.which("chromium-headless-shell")


def has_noto_sans() -> bool:
    listed = shutil.which("fc-list")
    return bool(listed) and bool(subprocess.run([listed, "Noto Sans"], capture_output=True, check=True).stdout)


def silent(url: str, what: str) -> str:
    """Return the reason why a service can't be used, or an empty string if it responds."""
    address = urlsplit(url)
    try:
        socket.create_connection((address.hostname, address.port), timeout=2).close()
    except OSError:
        return f"no {what} answers at {address.hostname}:{address.port}"
    return ""

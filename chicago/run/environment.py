"""The environment of a site with PostgreSQL and Redis on this machine, as run by ``make serve``."""

import os
from pathlib import Path

from chicago.run import secret_key
from chicago.run.output import site_url

ROOT = Path(__file__).resolve().parent.parent.parent


def set_defaults(host: str, port: str) -> None:
    """Set the missing environment variables, and create the data folder. Raise `OSError` if it can't be used."""
    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    defaults = {
        "DJANGO_SETTINGS_MODULE": "chicago.settings",
        "DATABASE_URL": "postgres://postgres@127.0.0.1:5432/back_room",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "ALLOWED_HOSTS": "*",
        "SITE_URL": site_url(host, port),
        "SOCKET_PORT": str(int(port) + 1),
        "METRICS_PORT": str(int(port) + 2),
        "METRICS_DIR": str(data / "metrics"),
        "WEB_CONCURRENCY": "2",
    }
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = secret_key.load_or_create(data)

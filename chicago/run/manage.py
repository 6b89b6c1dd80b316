"""Runs the management commands of ``make admin``, ``make backup`` and ``make restore``.

If ``DATABASE_URL`` or ``REDIS_URL`` is set, the other variables have the defaults of ``make serve``.
"""

import os
import sys

from django.core.management import execute_from_command_line

from chicago.run import environment


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
    if os.environ.get("DATABASE_URL") or os.environ.get("REDIS_URL"):
        environment.set_defaults(os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000")
    execute_from_command_line(["manage.py", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])

"""Serves the metrics of all processes of this machine: ``python -m chicago.telemetry``, a process of ``Procfile``.

Exits with 0 on SIGINT or SIGTERM; with 1 and one sentence if it cannot start.
"""

from __future__ import annotations

import os
import signal
import sys

from django.utils.module_loading import import_string

from chicago.run import prepare


def main() -> int:
    """Serves until a signal. Returns the exit status."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
    try:
        prepare.set_up()
        # Models can be imported only once Django is set up.
        import_string("chicago.telemetry.server.open_port")().serve_forever()
    except prepare.CannotStart as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs the processes of ``Procfile``: ``chicago.run.processes`` replaces itself with this program.

Doesn't load Django, to save memory. Exits with 0 on SIGINT or SIGTERM, or prints a sentence and exits with 1 if one of
the processes ends.
"""

import os
import signal
import sys
import threading
from pathlib import Path
from urllib.request import urlopen

from honcho.environ import parse_procfile
from honcho.manager import SYSTEM_PRINTER_NAME, Manager
from honcho.printer import Message, Printer

from chicago.run.environment import ROOT
from chicago.run.output import print_line, site_url


class ProcessPrinter(Printer):
    """Prints the processes' output with the process name before each line, but not Honcho's own messages."""

    def write(self, message: Message) -> None:
        if message.name != SYSTEM_PRINTER_NAME:
            super().write(message)


def _manager(host: str, port: str) -> Manager:
    """Return a manager for the processes of the Procfile, which are not started yet."""
    manager = Manager(ProcessPrinter(sys.stdout))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ports = {"sockets": os.environ["SOCKET_PORT"]}
    for name, command in parse_procfile((ROOT / "Procfile").read_text()).processes.items():
        environment = os.environ | {"PATH": path, "HOST": host, "PORT": ports.get(name, port)}
        manager.add_process(name, f"exec {command}", env=environment, cwd=ROOT)
    return manager


def _announce(host: str, port: str, over: threading.Event) -> None:
    """Print the site's URL as soon as all parts of the site respond, unless ``over`` is set first."""
    awaited = [f"{site_url(host, os.environ['SOCKET_PORT'])}/healthz", f"{site_url(host, port)}/readyz"]
    while awaited and not over.wait(0.2):
        if _responds(awaited[0]):
            awaited.pop(0)
    if not awaited:
        print_line(f"The Back Room is open, as several processes: {os.environ['SITE_URL'].rstrip('/')}")


def _responds(address: str) -> bool:
    try:
        with urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def main() -> int:
    """Run all processes until a signal, or until one of them ends, and return the exit status."""
    stops = {signal.SIGINT, signal.SIGTERM}
    for stop in stops:
        signal.signal(stop, lambda *_: os._exit(0))
    # Signals that were blocked arrive now, before any process is started.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, stops)
    host, port = os.environ["HOST"], os.environ["PORT"]
    manager, over = _manager(host, port), threading.Event()
    threading.Thread(target=_announce, args=(host, port, over), daemon=True).start()
    manager.loop()
    over.set()
    if manager.returncode in {128 + signal.SIGINT, 128 + signal.SIGTERM}:
        print_line("The Back Room is closed; the games will be there next time.")
        return 0
    sys.stderr.write("One of the processes ended, so the others were told to.\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())

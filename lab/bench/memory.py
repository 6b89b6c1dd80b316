"""The memory of ``make serve`` when idle, after each of its processes has done some work.

Memory shared between processes, such as library code, is counted once (proportional set size).
"""

from __future__ import annotations

import logging
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

from django.conf import settings

from games import play
from games.models import Delivery, Game, Heartbeat, Player
from lab.bench.measure import Measure
from lab.bench.services import empty_services
from tests.cast import somebody, table_of
from tests.processes import Processes, Visitor, database_url
from tests.site import ROOT, eventually, free_port, inherited

MOST = 550
PAGES, SETTLING = 10, 5
"""The number of requests for each page, so that every gunicorn process serves some, and the idle seconds afterwards."""


def measures() -> Iterator[Measure]:
    """Yield the memory of all processes together and of each process. Needs TEST_REDIS_URL and PostgreSQL."""
    logging.disable(logging.INFO)
    with empty_services() as folder:
        yield from _served(folder)


def _served(folder: Path) -> Iterator[Measure]:
    port = free_port()
    ports = {"PORT": str(port), "SOCKET_PORT": str(port + 1), "METRICS_PORT": str(free_port())}
    services = Processes(folder, database_url(), settings.REDIS_URL).environment
    environment = inherited() | services | ports | {"SITE_URL": f"http://127.0.0.1:{port}"}
    with (folder / "serve.log").open("wb") as log:
        command = [sys.executable, "-m", "chicago.run.processes"]
        serving = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            eventually(lambda: b"is open" in (folder / "serve.log").read_bytes(), 120)
            _use(ports)
            sleep(SETTLING)
            family = sorted(_family(serving.pid), key=pss, reverse=True)
            whole = sum(map(pss, family)) / 1e6
            yield Measure(f"{len(family)} processes of make serve", whole, MOST, " MB", False)
            for pid in family:
                yield Measure(f"of which {_name(pid)}", pss(pid) / 1e6, MOST, " MB", False)
        finally:
            serving.send_signal(signal.SIGINT)
            serving.wait(30)


def _use(ports: dict[str, str]) -> None:
    """Give each process some work: pages, a health check, a computer's move, mails, metrics."""
    alice, bob = somebody("alice"), somebody("bob")
    games: list[Game] = [table_of(alice, bob), table_of(alice, bots=("steady",))]
    browser = Visitor(alice)
    url = f"http://127.0.0.1:{ports['PORT']}"
    for game in games * PAGES:
        browser.get(f"{url}/games/{game.public_id}/")
        browser.get(f"{url}/")
    browser.get(f"http://127.0.0.1:{ports['METRICS_PORT']}/metrics")
    browser.get(f"http://127.0.0.1:{ports['SOCKET_PORT']}/healthz")
    eventually(Delivery.objects.filter(state="sent").exists, 60)
    for me in Player.objects.select_related("game").filter(game=games[1], to_move_since__isnull=False, bot=""):
        play.move(me, "draw", play.version_of(me.game, me))
    eventually(lambda: games[1].moves.filter(by="computer").exists(), 60)
    eventually(Heartbeat.objects.exists, 60)


def _family(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for thread in threads for child in thread.read_text(encoding="ascii").split()]
    return [pid, *(each for child in children for each in _family(int(child)))]


def _name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
    return " ".join(word.rsplit("/", 1)[-1] for word in words[1:] if word)[:70]


def pss(pid: int) -> float:
    """Return the proportional set size of a process in bytes."""
    facts = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    (kilobytes,) = re.findall(r"^Pss: +(\d+) kB", facts, re.MULTILINE)
    return int(kilobytes) * 1024

"""Two API bots finish many games of each kind, by webhook and by stream, over an unreliable network.

Run it with ``python -m lab.gameday.outside --games 100``. Every tenth response is lost, and connections are cut before
requests arrive, during responses, and in the middle of streams. The bots use only ``clients/python`` and the public
API; the site runs processes of the Procfile. The run needs PostgreSQL's programs and redis-server. It exits with 1 if
a move was lost or duplicated, a game did not end, or an error occurred, such as a server error of the site.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import django
from django.utils.module_loading import import_string

from lab.gameday.services import DATABASE, clusters, environment, fill
from tests.clusters import Cluster
from tests.site import ROOT

SETTINGS = "lab.gameday.outside.settings"
NEAR = "python -m lab.gameday.outside.near_internet"
HEADINGS = ("game", "way", "finished", "moves", "again", "lost", "doubled", "s")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.gameday.outside", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="games of each combination")
    parser.add_argument("--seed", type=int, default=1, help="seed for cutting streams")
    parser.add_argument(
        "--only", action="append", default=[], help='combinations, such as "chicago_poker both" or "… stream"'
    )
    parser.add_argument("--like", default="", help="a migrated database to copy, which is faster than migrating")
    return parser.parse_args()


@contextmanager
def _site(folder: Path, postgres: Cluster, redis: str, believed: Path) -> Iterator[Any]:
    """Yield running processes of a site (web, sockets and background), and stop them after the block."""
    processes = import_string("tests.processes.Processes")
    more = {"DJANGO_SETTINGS_MODULE": SETTINGS, "SSL_CERT_FILE": str(believed), "LOG_LEVEL": "ERROR"}
    more |= {"SWEEP_SECONDS": "3", "DEADLINE_SWEEP_SECONDS": "30"}
    running = processes(folder, f"{postgres.url}/{DATABASE}", redis, **more)
    try:
        yield [*running.start("web", "sockets"), *running.start("background", under=NEAR)]
    finally:
        running.close()


def _play(arguments: argparse.Namespace, folder: Path, postgres: Cluster, redis: str) -> bool:
    os.environ |= environment(postgres, redis, folder)
    sys.path.insert(0, str(ROOT / "clients" / "python"))
    django.setup()
    fill(postgres, arguments.like)
    # These import models or the clients, so Django must be set up first.
    called_players = import_string("lab.gameday.outside.called.called_players")
    proxy_to = import_string("lab.gameday.outside.proxy.proxy_to")
    ways = import_string("lab.gameday.outside.combination.WAYS")
    default = import_string("lab.gameday.outside.combination.DEFAULT")
    outcomes = []
    with (
        called_players(folder) as (called, believed),
        _site(folder, postgres, redis, believed) as (web, sockets, _background),
        proxy_to(web.port, sockets.port, Random(arguments.seed)) as proxy,
    ):
        for name in arguments.only or default:
            outcomes.append(ways[name](proxy, called).play(arguments.games))
            sys.stdout.write(f"\r{' ' * 79}\r")
            _show(outcomes[-1], first=len(outcomes) == 1)
    return all(outcome.is_sound for outcome in outcomes)


def _show(outcome: Any, *, first: bool) -> None:
    if first:
        sys.stdout.write("{:16} {:8} {:>9} {:>7} {:>6} {:>5} {:>8} {:>6}\n".format(*HEADINGS))
    sums = (outcome.accepted, outcome.again, outcome.lost, outcome.doubled)
    finished = f"{outcome.finished}/{outcome.wanted}"
    row = "{:16} {:8} {:>9} {:>7} {:>6} {:>5} {:>8} {:>6.0f}"
    sys.stdout.write(row.format(outcome.game, outcome.way, finished, *sums, outcome.seconds) + "\n")
    happened = [f"{count} {fate.value}" for fate, count in outcome.fates.most_common()]
    happened += [f"{outcome.streams_cut} streams cut"] if outcome.streams_cut else []
    happened += [f"{count} refused: {why}" for why, count in outcome.refused.most_common()]
    sys.stdout.write(f"    {', '.join(happened)}\n" + "".join(f"    {error}\n" for error in outcome.errors[:20]))
    sys.stdout.flush()


def main() -> int:
    arguments = _arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with tempfile.TemporaryDirectory(prefix="back-room-outside-") as name, clusters(Path(name)) as running:
            postgres, redis = running
            return int(not _play(arguments, Path(name), postgres, redis.url))
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

"""A game day: scripted players use a site of two machines during injected faults; the report lists what went wrong.

Run it with ``make gameday SECONDS=60 SEED=3``. It needs PostgreSQL's programs and redis-server, creates its own
clusters in a temporary folder, and stops everything that it started. It exits with 1 if anything was lost, duplicated
or not finished in time, if the site responded with a server error, or if one of the site's own checks failed.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from pathlib import Path
from random import SystemRandom

import django
from django.utils.module_loading import import_string

from lab.gameday.services import DATABASE, clusters, environment, fill
from tests.clusters import Cluster
from tests.redis_server import RedisServer


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.gameday", description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=600, help="duration of the faults in seconds")
    parser.add_argument("--players", type=int, default=40, help="number of scripted players")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1000), help="the order of the faults")
    parser.add_argument("--settle", type=float, default=480, help="seconds that the site has to finish everything")
    parser.add_argument("--pace", type=float, default=1, help="below 1: shorter faults and pauses")
    parser.add_argument("--hurried", action="store_true", help="make waits of minutes at the end due at once")
    parser.add_argument("--only", action="append", default=[], help="only faults with this prefix; may be repeated")
    parser.add_argument("--like", default="", help="a migrated database to copy, which is faster than migrating")
    parser.add_argument("--write", type=Path, help="the page to write the report into")
    return parser.parse_args()


def _play(arguments: argparse.Namespace, folder: Path, postgres: Cluster, redis: RedisServer) -> int:
    os.environ |= environment(postgres, redis.url, folder)
    django.setup()
    fill(postgres, arguments.like)
    # Modules that import models need Django to be set up first.
    play, house_in, post_office, report = map(import_string, LATER)
    names = ("seconds", "players", "seed", "settle", "hurried", "pace")
    options = {name: getattr(arguments, name) for name in names} | {"only": tuple(arguments.only)}
    with post_office() as post, house_in(folder, postgres, redis, post, DATABASE) as house:
        day = play(house, **options)
        sys.stdout.write("\n" + "\n".join(report.lines(day)) + "\n")
        if day.ledger.errors:
            sys.stdout.write("\n".join(report.logged(house.logs())))
        sys.stdout.write("\n".join(f"Ended by itself: {each}" for each in day.ledger.ended))
    if arguments.write:
        report.write(day, arguments.write)
    return int(not day.is_sound)


LATER = (
    "lab.gameday.day.play",
    "lab.gameday.machines.house_in",
    "tests.mail_server.post_office",
    "lab.gameday.day.report",
)


def main() -> int:
    arguments = _arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with tempfile.TemporaryDirectory(prefix="back-room-gameday-") as name, clusters(Path(name)) as running:
            return _play(arguments, Path(name), *running)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

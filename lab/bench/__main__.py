"""Prints figures with their limits, and exits with 1 if one is outside.

Without an argument, all parts run except ``strength`` and ``seeds``; a part is left out if a program that it needs is
missing. The name of a part as the argument runs only that part:

- ``rules``: the rules compared with python-chess and treys
- ``page``: size and queries of the table page
- ``sweep``: cost of the sweeps
- ``requests``: moves and pages compared with a minimal site
- ``growth``: pages on sites of growing size; takes several minutes and 3 GB
- ``disk``: disk space of archived games
- ``wire``: bytes that a browser receives
- ``evening``: whether the table stays in place, how soon a move is seen, how many taps a first move takes
- ``answers``: how soon computer players answer a move; ``alone`` and ``several`` run only one kind of site
- ``sockets``: a thousand open pages
- ``streams``: 500 streams of the API; ``STREAMS=20`` opens fewer
- ``moves``: a move by the API compared with one on the table page
- ``spectators``: fifty spectators of one table
- ``slow``: two hundred clients that send byte by byte
- ``away``: outages of PostgreSQL
- ``replay_steps``: a step of the replay late in a long game
- ``memory``: memory of the processes of ``make serve``
- ``waits``: how often players of a game over days wait; ``WAITS_GAMES=20`` plays fewer games
- ``strength``: strength of the computer players; takes many hours, or fewer if ``STRENGTH_GAMES`` and
  ``STRENGTH_PLAYOUTS`` are set to lower numbers
- ``computer_moves``: CPU time of a move by the quick policy, Casual and Master
- ``queues``: the queues; ``processes`` and ``embedded`` run only one kind of site, ``crowd`` a thousand tables
- ``reviews``: Reviews made while computers play
- ``seeds``: how far two Reviews of the same seat agree; takes a quarter of an hour
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()  # before anything imports models

from lab.bench import (
    answers,
    api_moves,
    away,
    computer_moves,
    crowd,
    disk,
    evening,
    growth,
    memory,
    queues,
    replay_steps,
    requests,
    reviews,
    rules,
    seeds,
    slow,
    sockets,
    spectators,
    streams,
    strength,
    sweep,
    table_page,
    waits,
    wire,
)
from lab.bench.measure import Measure
from tests.needs import POSTGRES, REDIS, chromium, headless_shell, silent
from tests.site import inherited

DATABASE = f"{POSTGRES.rsplit('/', 1)[0]}/back_room_bench"


def report(*kinds: Callable[[], Iterator[Measure]]) -> bool:
    """Print the measures as they arrive, and return whether all are within their limits."""
    met = True
    for kind in kinds:
        met = show(kind()) and met
    return met


def show(measures: Iterable[Measure]) -> bool:
    met = True
    for measure in measures:
        sys.stdout.write(f"{measure}\n")
        sys.stdout.flush()
        met = met and measure.met
    return met


def sweep_on_postgres() -> bool:
    """Measure the sweeps on PostgreSQL or, without it, on SQLite. Return whether all limits are met."""
    if missing := silent(POSTGRES, "PostgreSQL"):
        sys.stdout.write(f"Since {missing}, the sweeps are measured on SQLite.\n")
        return report(sweep.measures)
    return _in_a_process_of_its_own("sweep", os.environ | {"TEST_DATABASE_URL": DATABASE})


def on_postgres(part: str) -> bool:
    """Measure a part in its own process, on PostgreSQL, if available. The process creates and removes its databases."""
    if missing := silent(POSTGRES, "PostgreSQL"):
        return _left_out(part, missing)
    return _in_a_process_of_its_own(part, os.environ | {"TEST_DATABASE_URL": DATABASE})


def on_services(part: str) -> bool:
    """Measure a part in its own process, on PostgreSQL and Redis, if available."""
    if missing := silent(POSTGRES, "PostgreSQL") or silent(REDIS, "Redis"):
        return _left_out(part, missing)
    return _in_a_process_of_its_own(part, os.environ | {"TEST_DATABASE_URL": DATABASE, "TEST_REDIS_URL": REDIS})


def on_a_real_site(part: str) -> bool:
    """Measure a part in its own process, with a real site's settings, if PostgreSQL and Redis are available."""
    if missing := silent(POSTGRES, "PostgreSQL") or silent(REDIS, "Redis"):
        return _left_out(part, missing)
    with tempfile.TemporaryDirectory() as folder:
        services = {
            "DJANGO_SETTINGS_MODULE": "chicago.settings",
            "DATA_DIR": folder,
            "DATABASE_URL": DATABASE,
            "REDIS_URL": REDIS,
            "SITE_URL": "http://testserver",
            "ALLOWED_HOSTS": "testserver",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "STATIC_STORAGE": "django.contrib.staticfiles.storage.StaticFilesStorage",
        }
        return _in_a_process_of_its_own(part, inherited() | services)


def in_a_browser(part: str) -> bool:
    """Measure a part in Chromium, if it is installed."""
    if not (headless_shell() or chromium()):
        return _left_out(part, "there is no chromium")
    return report(MEASURES[part])


def queues_everywhere() -> bool:
    """Measure the queues of the single process and, if PostgreSQL and Redis are available, of several."""
    return all([embedded(), on_services("processes"), on_services("crowd")])


def embedded() -> bool:
    """Measure the queues of the single process, in a subprocess with its settings."""
    with tempfile.TemporaryDirectory() as folder:
        alone = inherited() | {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "chicago.settings", "TURN_MAIL_DELAY": "0"}
        return _in_a_process_of_its_own("embedded", alone)


def several_in_a_browser() -> bool:
    """Measure how fast computers answer on several processes, if Chromium, PostgreSQL and Redis are available."""
    if not (headless_shell() or chromium()):
        return _left_out("several", "there is no chromium")
    return on_services("several")


def answers_everywhere() -> bool:
    return all([in_a_browser("alone"), several_in_a_browser()])


def _left_out(part: str, missing: str) -> bool:
    sys.stdout.write(f"Since {missing}, the part {part} is not measured.\n")
    return True


def _in_a_process_of_its_own(part: str, environment: Mapping[str, str]) -> bool:
    command = [sys.executable, "-m", "lab.bench", part, HERE]
    return subprocess.run(command, env=environment, check=False).returncode == 0


HERE = "--here"
"""An argument that runs the part in this process, whose environment is prepared for it."""

MEASURES: dict[str, Callable[[], Iterator[Measure]]] = {
    "rules": rules.measures,
    "page": table_page.measures,
    "computer_moves": computer_moves.measures,
    "sweep": sweep.measures,
    "requests": requests.measures,
    "growth": growth.measures,
    "disk": disk.measures,
    "wire": wire.measures,
    "evening": evening.measures,
    "alone": answers.alone,
    "several": answers.several,
    "sockets": sockets.measures,
    "streams": streams.measures,
    "moves": api_moves.measures,
    "spectators": spectators.measures,
    "slow": slow.measures,
    "away": away.measures,
    "replay_steps": replay_steps.measures,
    "memory": memory.measures,
    "reviews": reviews.measures,
    "seeds": seeds.measures,
    "processes": queues.processes,
    "crowd": crowd.measures,
    "waits": waits.measures,
    "strength": strength.measures,
}

PARTS: dict[str, Callable[[], bool]] = {
    **{part: partial(report, MEASURES[part]) for part in ("rules", "page", "computer_moves", "waits")},
    "sweep": sweep_on_postgres,
    "requests": partial(on_a_real_site, "requests"),
    **{part: partial(on_postgres, part) for part in ("growth", "disk")},
    **{part: partial(in_a_browser, part) for part in ("wire", "evening")},
    "answers": answers_everywhere,
    "sockets": partial(on_services, "sockets"),
    "streams": partial(on_services, "streams"),
    "moves": partial(on_a_real_site, "moves"),
    **{part: partial(on_services, part) for part in ("spectators", "slow", "away", "memory", "reviews")},
    "replay_steps": partial(on_a_real_site, "replay_steps"),
    "queues": queues_everywhere,
}
"""The parts that `make bench` runs, in this order."""

ALONE: dict[str, Callable[[], bool]] = {
    "alone": partial(in_a_browser, "alone"),
    "several": several_in_a_browser,
    "embedded": embedded,
    **{part: partial(on_services, part) for part in ("processes", "crowd")},
    **{part: partial(report, MEASURES[part]) for part in ("seeds", "strength")},
}
"""Parts that run only if named: those that others include, and those that take long."""


def main(arguments: list[str]) -> bool:
    """Measure the named part, or all of PARTS even if some fail. Return whether all limits are met."""
    if not arguments:
        results = [measure() for measure in PARTS.values()]
        return all(results)
    part, *here = arguments
    if here != [HERE]:
        return (PARTS | ALONE)[part]()
    if part == "embedded":
        queues.embedded(show)
        return False  # the process was stopped before it had measured anything
    return report(MEASURES[part])


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))

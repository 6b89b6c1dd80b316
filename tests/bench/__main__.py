"""Print every measure with its bar; exit 1 if one is missed.

One part alone is measured with its name as the argument:

- ``sweep``: the sweeps
- ``requests``: moves and pages against a minimal site
- ``growth``: pages on larger and larger sites, which takes some minutes and 3 GB
- ``disk``: what archived games take
- ``wire``: what a browser receives
- ``evening``: whether the table stays where it is, how soon a move is seen, how many taps a first card takes
- ``answers``: how soon computers answer a move; ``alone`` and ``several`` are those of one kind of site
- ``sockets``: a thousand open pages
- ``streams``: 500 streams of the API; ``STREAMS=20`` are fewer
- ``moves``: a move by the API against one on the table page
- ``spectators``: fifty people who look on
- ``memory``: what the processes of ``make serve`` take
- ``strength``: how strong the computer players are; many hours, cut by ``STRENGTH_GAMES`` and ``STRENGTH_PLAYOUTS``
- ``thinking``: what a move of Casual takes of a processor
- ``queues``: the queues; ``processes`` and ``embedded`` are those of one kind of site, ``crowd`` a thousand tables
- ``reviews``: Reviews that are made beside computer players
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()  # before anything that imports models

from tests.bench import (
    answers,
    api_moves,
    crowd,
    disk,
    evening,
    growth,
    memory,
    page,
    queues,
    requests,
    reviews,
    rules,
    sockets,
    spectators,
    streams,
    strength,
    sweep,
    thinking,
    wire,
)
from tests.bench.measure import Measure
from tests.needs import POSTGRES, REDIS, chromium, headless_shell, silent
from tests.site import inherited

DATABASE = f"{POSTGRES.rsplit('/', 1)[0]}/back_room_bench"


def report(*kinds: Callable[[], Iterator[Measure]]) -> bool:
    """Prints them as they arrive. Returns whether all are within their limits."""
    met = True
    for kind in kinds:
        met = show(kind()) and met
    return met


def show(measures: Iterable[Measure]) -> bool:
    """Prints these as they arrive. Returns whether all are within their limits."""
    met = True
    for measure in measures:
        sys.stdout.write(f"{measure}\n")
        sys.stdout.flush()
        met = met and measure.met
    return met


def sweeps_on_postgres() -> bool:
    """The sweeps' measures in a process of their own, on a PostgreSQL database that is made for it and removed."""
    if missing := silent(POSTGRES, "PostgreSQL"):
        sys.stdout.write(f"Since {missing}, the sweeps are measured on SQLite.\n")
        return report(sweep.measures)
    return _in_a_process_of_its_own("sweep", os.environ | {"TEST_DATABASE_URL": DATABASE})


def requests_on_services() -> bool:
    """The requests' measures in a process of their own, with the settings of a site on PostgreSQL and Redis."""
    return _on_a_real_site("asked", "requests are not measured")


def moves_on_services() -> bool:
    """Moves by the API and by the page."""
    return _on_a_real_site("moved", "moves by the API are not measured")


def _on_a_real_site(kind: str, otherwise: str) -> bool:
    """Measures in a process of their own, with the settings of a site on PostgreSQL and Redis."""
    if missing := silent(POSTGRES, "PostgreSQL") or silent(REDIS, "Redis"):
        sys.stdout.write(f"Since {missing}, {otherwise}.\n")
        return True
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
        return _in_a_process_of_its_own(kind, inherited() | services)


def growth_on_postgres() -> bool:
    """The pages' measures on sites of several sizes."""
    return _on_postgres("grown", "pages of a growing site are not measured")


def disk_on_postgres() -> bool:
    """What an archived game takes."""
    return _on_postgres("archived", "archived games are not measured")


def _on_postgres(kind: str, otherwise: str) -> bool:
    """Measures in a process of their own, which makes its databases and removes them."""
    if missing := silent(POSTGRES, "PostgreSQL"):
        sys.stdout.write(f"Since {missing}, {otherwise}.\n")
        return True
    return _in_a_process_of_its_own(kind, os.environ | {"TEST_DATABASE_URL": DATABASE})


def wire_in_a_browser() -> bool:
    """What a browser receives, where there is one."""
    if not (headless_shell() or chromium()):
        sys.stdout.write("Since there is no chromium, what is sent is not measured.\n")
        return True
    return report(wire.measures)


def evening_in_a_browser() -> bool:
    """A first evening, where there is a browser."""
    if not (headless_shell() or chromium()):
        sys.stdout.write("Since there is no chromium, a first evening is not measured.\n")
        return True
    return report(evening.measures)


def sockets_on_services() -> bool:
    """A thousand sockets of one process."""
    return _on_services("opened", "sockets are not measured")


def streams_on_services() -> bool:
    """Streams of one process of sockets."""
    return _on_services("streamed", "streams are not measured")


def spectators_on_services() -> bool:
    """Spectators of two web processes."""
    return _on_services("watched", "spectators are not measured")


def memory_on_services() -> bool:
    """What the processes take."""
    return _on_services("served", "their memory is not measured")


def reviews_on_services() -> bool:
    """Reviews that are made beside computer players."""
    return _on_services("reviewed", "reviews are not measured")


def _on_services(kind: str, otherwise: str) -> bool:
    """Measures in a process of their own, on a database that is made for it and removed, and on Redis."""
    if missing := silent(POSTGRES, "PostgreSQL") or silent(REDIS, "Redis"):
        sys.stdout.write(f"Since {missing}, {otherwise}.\n")
        return True
    return _in_a_process_of_its_own(kind, os.environ | {"TEST_DATABASE_URL": DATABASE, "TEST_REDIS_URL": REDIS})


def queues_everywhere() -> bool:
    """The queues' measures: of the single process, and of several where PostgreSQL and Redis answer."""
    with tempfile.TemporaryDirectory() as folder:
        alone = inherited() | {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "chicago.settings", "TURN_MAIL_DELAY": "0"}
        met = _in_a_process_of_its_own("embedded", alone)
    if missing := silent(POSTGRES, "PostgreSQL") or silent(REDIS, "Redis"):
        sys.stdout.write(f"Since {missing}, the queues of several processes are not measured.\n")
        return met
    services = os.environ | {"TEST_DATABASE_URL": DATABASE, "TEST_REDIS_URL": REDIS}
    met = _in_a_process_of_its_own("processes", services) and met
    return _in_a_process_of_its_own("crowd", services) and met


def answers_everywhere() -> bool:
    """How soon computers answer: on the single process, and on several where PostgreSQL and Redis answer."""
    if not (headless_shell() or chromium()):
        sys.stdout.write("Since there is no chromium, the computers' answers are not measured.\n")
        return True
    met = report(answers.alone)
    if missing := silent(POSTGRES, "PostgreSQL") or silent(REDIS, "Redis"):
        sys.stdout.write(f"Since {missing}, the answers of several processes are not measured.\n")
        return met
    services = os.environ | {"TEST_DATABASE_URL": DATABASE, "TEST_REDIS_URL": REDIS}
    return _in_a_process_of_its_own("several", services) and met


def _in_a_process_of_its_own(kind: str, environment: Mapping[str, str]) -> bool:
    return subprocess.run([sys.executable, "-m", "tests.bench", kind], env=environment, check=False).returncode == 0


KINDS = {
    "sweep": lambda: report(sweep.measures),
    "grown": lambda: report(growth.measures),
    "growth": growth_on_postgres,
    "archived": lambda: report(disk.measures),
    "disk": disk_on_postgres,
    "opened": lambda: report(sockets.measures),
    "sockets": sockets_on_services,
    "streamed": lambda: report(streams.measures),
    "streams": streams_on_services,
    "moved": lambda: report(api_moves.measures),
    "moves": moves_on_services,
    "watched": lambda: report(spectators.measures),
    "spectators": spectators_on_services,
    "served": lambda: report(memory.measures),
    "memory": memory_on_services,
    "reviewed": lambda: report(reviews.measures),
    "reviews": reviews_on_services,
    "wire": wire_in_a_browser,
    "evening": evening_in_a_browser,
    "alone": lambda: report(answers.alone),
    "several": lambda: report(answers.several),
    "answers": answers_everywhere,
    "processes": lambda: report(queues.processes),
    "crowd": lambda: report(crowd.measures),
    "embedded": lambda: queues.embedded(show),
    "queues": queues_everywhere,
    "asked": lambda: report(requests.measures),
    "requests": requests_on_services,
    "strength": lambda: report(strength.measures),
    "thinking": lambda: report(thinking.measures),
}

if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(not KINDS[sys.argv[1]]())
    # All are run, even if the first ones fail, but for what takes hours (``strength``).
    results = [
        report(rules.measures, page.measures, thinking.measures),
        sweeps_on_postgres(),
        requests_on_services(),
        growth_on_postgres(),
        disk_on_postgres(),
        wire_in_a_browser(),
        evening_in_a_browser(),
        answers_everywhere(),
        sockets_on_services(),
        streams_on_services(),
        moves_on_services(),
        spectators_on_services(),
        memory_on_services(),
        reviews_on_services(),
    ]
    results.append(queues_everywhere())
    sys.exit(not all(results))

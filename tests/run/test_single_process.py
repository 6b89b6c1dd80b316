"""``make play``: starts, reports problems in one sentence, stops cleanly, and preserves its data."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError

import pytest
from websockets.sync.client import connect

from tests.processes import Visitor, eventually
from tests.run.bounds import LONG, listens_to_its_own_pages_alone, refuses_long_bodies_in_words, sends_whole_pages
from tests.run.slow_clients import drippers, pages_come
from tests.site import ROOT, Site, inherited

Opened = Callable[..., Site]


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("first") / "var"
    site = Site(data)
    site.open()
    assert site.close() == 0
    return data


@pytest.fixture
def opened(tmp_path: Path, first_start: Path) -> Iterator[Opened]:
    """``opened(**settings)`` starts the site. Processes that still run at the end are killed."""
    sites: list[Site] = []
    shutil.copytree(first_start, tmp_path / "var")

    def opened(**settings: str) -> Site:
        site = Site(tmp_path / "var", **settings)
        site.open()
        sites.append(site)
        return site

    yield opened
    for site in sites:
        site.kill()


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, first_start: Path) -> Iterator[Site]:
    """A running site for all read-only tests, which does due work at once."""
    data = tmp_path_factory.mktemp("watched") / "var"
    shutil.copytree(first_start, data)
    site = Site(data, SWEEP_SECONDS="0.2", TURN_MAIL_DELAY="0")
    site.open()
    yield site
    assert site.close() == 0


def get(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            status: int = answer.status
            return status
    except HTTPError as error:
        with error:
            return error.code


def refused(*command: str, **environment: str) -> str:
    """Return the stderr of a start that must fail: a single line without a traceback."""
    done = subprocess.run(
        command, cwd=ROOT, env=inherited() | environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def play(**environment: str) -> str:
    return refused(sys.executable, "-m", "chicago", **environment)


@pytest.mark.parametrize("how", [pytest.param(signal.SIGINT, marks=pytest.mark.whole), signal.SIGTERM])
def test_it_opens_and_closes_while_a_page_listens(opened: Opened, how: signal.Signals) -> None:
    site = opened()
    assert get(site.url + "/") == 200
    with socket.create_connection(("127.0.0.1", site.port)) as idle:
        idle.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(12) == b"HTTP/1.1 200"
        assert site.close(how) == 0
    assert "Traceback" not in site.log.read_text()


def test_the_second_start_prepares_nothing_and_finds_what_was_there(opened: Opened, tmp_path: Path) -> None:
    site = opened()
    site.shell("from tests.cast import somebody; somebody('alice')")
    site.close()
    assert site.open() == ""
    with closing(sqlite3.connect(tmp_path / "var" / "db.sqlite3")) as database:
        assert database.execute("SELECT username FROM accounts_user").fetchall() == [("alice",)]


def test_the_workers_move_is_broadcast_to_open_pages(opened: Opened) -> None:
    """Another process deals a game of computer players: the sweep finds it, a worker moves, and pages are notified."""
    site = opened(SWEEP_SECONDS="0.2")
    table = site.shell(
        "from tests.cast import somebody, table_of\n"
        "game = table_of(somebody('alice'), bots=('random', 'random'))\n"
        "from games.models import Player; Player.objects.filter(bot='').update(bot='random', user=None)\n"
        "from django.utils import timezone\n"
        "from games.models import Game; Game.objects.update(computers_due_at=timezone.now())\n"
        "print(game.public_id)"
    )
    with connect(f"ws://127.0.0.1:{site.port}/ws/games/{table}/", origin=site.url, open_timeout=60) as page:
        first = json.loads(page.recv(10))
        assert json.loads(page.recv(20))["version"] > first["version"]
        assert site.close() == 0  # although a page is connected and a task may be running


def test_the_probes_answer_without_redis_too(watched: Site) -> None:
    assert get(watched.url + "/healthz") == 200
    eventually(lambda: get(watched.url + "/readyz") == 200)


def test_foreign_or_oversized_requests_are_refused(watched: Site) -> None:
    table = watched.shell(
        "from tests.cast import somebody, table_of; print(table_of(somebody('alice'), somebody('bob')).public_id)"
    )
    listens_to_its_own_pages_alone(watched.port, watched.url, table)
    refuses_long_bodies_in_words(watched.url, iter([LONG]))
    assert get(watched.url + "/healthz") == 200


def test_refusals_are_pages_that_arrive_whole(watched: Site) -> None:
    sends_whole_pages(watched.port)
    assert "Traceback" not in watched.log.read_text()


def test_links_in_mails_lead_to_the_port(watched: Site) -> None:
    watched.shell("from tests.cast import somebody, table_of; table_of(somebody('carol'), somebody('dora'))")
    mails = Path(watched.environment["DATA_DIR"]) / "mail"
    leads_here = re.compile(rf"To: (?:carol|dora)@.*{watched.url}/go/", re.DOTALL)
    eventually(lambda: any(leads_here.search(mail.read_text()) for mail in mails.glob("*")))


def test_a_taken_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert f"Port {port} is taken" in play(PORT=port, DATA_DIR=str(tmp_path))


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1"])
def test_an_invalid_port(port: str, tmp_path: Path) -> None:
    assert "PORT must be a number" in play(PORT=port, DATA_DIR=str(tmp_path))


def test_a_host_that_is_not_here(tmp_path: Path) -> None:
    assert "HOST must be an address of this machine" in play(HOST="192.0.2.1", DATA_DIR=str(tmp_path))


def test_a_data_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """The folder's path is a file, because root may write to any folder."""
    (tmp_path / "var").write_text("")
    said = play(PORT=str(Site(tmp_path).port), DATA_DIR=str(tmp_path / "var" / "inside"))
    assert "The data can't be kept here" in said


def test_an_invalid_database(tmp_path: Path) -> None:
    (tmp_path / "db.sqlite3").write_bytes(b"something else" * 100)
    assert "The database can't be used" in play(PORT=str(Site(tmp_path / "var").port), DATA_DIR=str(tmp_path))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with only the lock file and the program that creates the virtual environment."""
    (tmp_path / "requirements.txt").write_text("")
    return tmp_path


def venv(checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "tools" / "venv", "requirements.txt"],
        cwd=checkout,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def script(folder: Path, name: str, body: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_a_python_too_old(checkout: Path) -> None:
    old = script(checkout / "bin", "python3", "exit 1")
    done = venv(checkout, PYTHON=str(old))
    assert (done.returncode, done.stderr) == (1, f"PYTHON={old} is not a Python 3.11 or newer.\n")


def test_no_python_that_is_new_enough(checkout: Path) -> None:
    for version in ("", "3", "3.11", "3.12", "3.13", "3.14"):
        script(checkout / "bin", f"python{version}", "exit 1")
    done = venv(checkout, PATH=f"{checkout / 'bin'}:{os.environ['PATH']}", PYTHON="")
    assert done.returncode == 1
    assert done.stderr.startswith("The Back Room needs Python 3.11 or newer") and done.stderr.count("\n") == 1


@pytest.mark.whole
def test_a_newer_python_is_found_next_to_an_old_one(checkout: Path) -> None:
    script(checkout / "bin", "python3", "exit 1")
    script(checkout / "bin", "python3.14", f'exec {sys.executable} "$@"')
    (checkout / "requirements.txt").write_text("")
    done = venv(checkout, PATH=f"{checkout / 'bin'}:{os.environ['PATH']}", PYTHON="")
    assert done.returncode == 0, done.stderr
    assert venv(checkout).stdout == ""  # the second time there is nothing to do


def test_a_checkout_that_cannot_be_written_to(checkout: Path) -> None:
    (checkout / ".venv").write_text("")
    done = venv(checkout, PYTHON=sys.executable)
    assert (done.returncode, done.stderr) == (1, f"This folder can't be written to: {checkout}.\n")


@pytest.mark.whole
def test_no_network_at_the_first_start(checkout: Path) -> None:
    (checkout / "requirements.txt").write_text("django==5.2.19 --hash=sha256:" + "0" * 64 + "\n")
    nowhere = "http://127.0.0.1:9/simple"
    done = venv(
        checkout, PYTHON=sys.executable, PIP_INDEX_URL=nowhere, PIP_EXTRA_INDEX_URL="", PIP_CONFIG_FILE=os.devnull
    )
    assert done.returncode == 1
    assert "is this machine on the network?" in done.stderr and done.stderr.count("\n") == 1


def test_slow_clients_stop_nothing(opened: Opened) -> None:
    url = opened().url
    with drippers(url):
        pages_come(Visitor(), url)

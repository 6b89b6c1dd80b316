"""The port of the metrics: permitted clients, and totals over all processes of a machine."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from django.test import Client
from pytest_django import Settings

from chicago.run.prepare import CannotStart
from chicago.telemetry import process_folders, server
from chicago.telemetry.processes import ProcessesCollector
from tests.processes import eventually
from tests.site import ROOT, free_port, inherited

COUNTS = """
import os, sys
from pathlib import Path
from chicago.telemetry import process_folders
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(process_folders.claim(Path(sys.argv[1])))
from prometheus_client import Counter
Counter("moves", "Moves", ["game"]).labels("duel").inc(int(sys.argv[2]))
print("counted", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def port(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of metrics without the site's rows, served in a thread."""
    monkeypatch.setattr("chicago.telemetry.metrics.SiteCollector.collect", lambda _: [])
    settings.METRICS_PORT = free_port()
    with server.open_port() as opened:
        thread = Thread(target=opened.serve_forever)
        thread.start()
        yield settings.METRICS_PORT
        opened.shutdown()
        thread.join()


def asked(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(Request(url, headers=headers), timeout=9) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_metrics_are_at_one_address_of_the_machine_itself(port: int) -> None:
    Client().get("/healthz")  # loads the middleware that counts requests
    status, text = asked(f"http://127.0.0.1:{port}/metrics")
    assert status == 200
    assert "# TYPE backroom_requests_total counter" in text
    assert asked(f"http://127.0.0.1:{port}/") == (404, "There is /metrics.\n")


def test_outsiders_get_no_metrics(port: int) -> None:
    """A request from another address of this machine is refused, and the site's own port has no metrics."""
    with pytest.raises(URLError, match="refused"):
        urlopen(f"http://127.0.0.2:{port}/metrics", timeout=9)
    assert Client().get("/metrics").status_code == 404


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
def test_what_comes_through_a_proxy_is_refused(port: int, header: str) -> None:
    refused = asked(f"http://127.0.0.1:{port}/metrics", **{header: "127.0.0.1"})
    assert refused == (403, "Metrics are for the site's own network.\n")


@pytest.mark.parametrize(
    ("address", "inside"),
    [("172.18.0.4", True), ("::ffff:172.18.0.4", True), ("fe80::1%eth0", False), ("8.8.8.8", False), ("::1", False)],
)
def test_only_the_allowed_networks_are_inside(settings: Settings, address: str, inside: bool) -> None:
    settings.METRICS_ALLOWED = [ip_network("172.16.0.0/12")]
    assert server.is_inside({"REMOTE_ADDR": address}) == inside


def test_a_port_for_other_networks_refuses_this_machine(settings: Settings, port: int) -> None:
    settings.METRICS_ALLOWED = [ip_network("10.0.0.0/8")]
    assert asked(f"http://127.0.0.1:{port}/metrics") == (403, "Metrics are for the site's own network.\n")


def test_without_a_port_there_is_no_server(settings: Settings) -> None:
    with pytest.raises(CannotStart, match="METRICS_PORT must be a number"):
        server.open_port()


def test_a_taken_port_is_named(port: int) -> None:
    with pytest.raises(CannotStart, match=f"port {port}: Address already in use"):
        server.open_port()


def test_settings_that_make_no_sense_stop_the_start(tmp_path: Path) -> None:
    given = {"METRICS_ALLOWED": "inside", "LOG_FORMAT": "xml", "SECRET_KEY": ""}
    for name, message in (("LOG_FORMAT", "must be text or json"), ("METRICS_ALLOWED", "must be networks such as")):
        done = subprocess.run(
            [sys.executable, "-m", "chicago.run.workers", "metrics"],
            cwd=ROOT,
            env=inherited() | {"DATA_DIR": str(tmp_path), name: given[name]},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1


def counting(folder: Path, moves: int) -> subprocess.Popen[str]:
    """Start a process that counts ``moves`` moves and keeps running."""
    pipe = subprocess.PIPE
    begun = subprocess.Popen(
        [sys.executable, "-c", COUNTS, str(folder), str(moves)], cwd=ROOT, stdin=pipe, stdout=pipe, text=True
    )
    assert begun.stdout is not None
    assert begun.stdout.readline() == "counted\n"
    return begun


def test_processes_are_counted_apart_and_forgotten_when_they_have_ended(tmp_path: Path) -> None:
    first, second = counting(tmp_path, 3), counting(tmp_path, 4)
    (found,) = ProcessesCollector(tmp_path).collect()
    moves = {each.labels["process"]: each.value for each in found.samples if each.name == "moves_total"}
    assert sorted(moves.values()) == [3, 4]
    first.kill()
    first.communicate()
    assert [re.sub(r".*-(\d+)-.*", r"\1", path.name) for path in process_folders.in_use(tmp_path)] == [str(second.pid)]
    (found,) = ProcessesCollector(tmp_path).collect()
    assert [each.value for each in found.samples if each.name == "moves_total"] == [4]
    second.communicate()
    assert list(ProcessesCollector(tmp_path).collect()) == []
    assert list(tmp_path.iterdir()) == []


def test_metrics_need_no_writable_folder() -> None:
    """The container's file system is read-only, and so is /proc here, even for root."""
    port = free_port()
    environment = inherited() | {"DATA_DIR": "/proc", "METRICS_PORT": str(port), "SECRET_KEY": "x" * 50}
    command = [sys.executable, "-m", "chicago.run.workers", "metrics"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            eventually(lambda: process.poll() is not None or answers(port), 30)
            assert process.poll() is None, process.stderr and process.stderr.read()
        finally:
            process.terminate()


def answers(port: int) -> bool:
    try:
        return asked(f"http://127.0.0.1:{port}/metrics")[0] == 200
    except URLError:
        return False

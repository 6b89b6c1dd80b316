"""Clients that send byte by byte: others' pages come meanwhile, and whoever has sent no whole request is dropped."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from time import sleep
from urllib.parse import urlsplit

import pytest

from tests.cast import somebody, table_of
from tests.needs import EVERYTHING
from tests.processes import Processes, Visitor
from tests.run.slow_clients import PAGE, answers_others


def stays_open(url: str) -> socket.socket:
    """A connection whose request has been answered, and which its client does not close."""
    client = socket.create_connection(("127.0.0.1", urlsplit(url).port or 0))
    client.sendall(PAGE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    return client


@pytest.mark.redis
@pytest.mark.programs
@pytest.mark.parametrize("name", ["web", *(["sockets"] if EVERYTHING else [])])
def test_a_process_of_many(processes: Processes, name: str) -> None:
    processes.environment |= {"REQUEST_TIMEOUT": "10"}
    (server,) = processes.start(name)
    answers_others(server.url)
    with ExitStack() as clients:
        for _ in range(40):
            clients.enter_context(stays_open(server.url))
        assert Visitor().get(f"{server.url}/about/").status == 200


@pytest.mark.redis
def test_a_socket_outlasts_the_time_for_a_request(processes: Processes) -> None:
    processes.environment |= {"REQUEST_TIMEOUT": "1"}
    (sockets,) = processes.start("sockets")
    alice = somebody("alice")
    with Visitor(alice).listen(sockets, table_of(alice, somebody("bob")).table) as page:
        page.recv(10)
        sleep(2)
        page.send("ping")
        assert "pong" in str(page.recv(10))

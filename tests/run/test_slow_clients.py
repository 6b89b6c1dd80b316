"""Clients that send byte by byte: others' pages come meanwhile, and clients without a whole request are dropped."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import sleep
from urllib.parse import urlsplit

import pytest

from tests.cast import somebody, table_of
from tests.needs import EVERYTHING
from tests.processes import Processes, Visitor, eventually
from tests.run.slow_clients import PAGE, answers_others


def stays_open(url: str) -> socket.socket:
    """Return a connection whose request has been answered, and which its client does not close."""
    client = connected(url)
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
def test_a_process_that_stops_answers_who_has_connected(processes: Processes) -> None:
    """Through a proxy these are requests that it has just decided to send there."""
    (web,) = processes.start("web")
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(web.url)) for _ in range(40)]
        stopping = stack.enter_context(ThreadPoolExecutor(1)).submit(web.stop)
        eventually(lambda: is_refused(web.url), 20)
        for client in clients:
            client.sendall(PAGE)
        assert {client.recv(12) for client in clients} == {b"HTTP/1.1 200"}
        stopping.result(15)


def connected(url: str) -> socket.socket:
    """Return a connection on which nothing has been sent."""
    return socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), timeout=20)


def is_refused(url: str) -> bool:
    """Return whether no client can connect any more."""
    try:
        connected(url).close()
    except ConnectionRefusedError:
        return True
    return False


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

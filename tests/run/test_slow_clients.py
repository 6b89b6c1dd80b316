"""Clients that send byte by byte to the proxy: others still get pages, and late requests are dropped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

import pytest

from accounts.models import User
from tests.cast import table_of
from tests.processes import Processes, database_url, eventually
from tests.run.caddy import Proxy, Secure, caddy, client_at, connections_to, proxy_before
from tests.run.slow_clients import CLIENTS, HOST, drippers, pages_come
from tests.site import free_port
from tests.wire import Wire

pytestmark = pytest.mark.redis


PATIENCE = 10
"""The seconds within which a request has to arrive."""


@pytest.fixture
def proxy(transactional_db: None, to_redis: Wire, tmp_path: Path) -> Iterator[Proxy]:
    caddy("version", folder=tmp_path)
    port = free_port()
    real = {"SITE_URL": f"https://localhost:{port}", "ALLOWED_HOSTS": "localhost", "TRUSTED_PROXIES": "1"}
    processes = Processes(tmp_path, database_url(), to_redis.url, **real)
    try:
        web, sockets = processes.start("web", "sockets")
        with proxy_before(tmp_path, port, [web], sockets, PATIENCE) as before:
            yield before
    finally:
        processes.close()


def test_slow_clients_stop_nothing_and_are_dropped_but_sockets_are_not(proxy: Proxy, alice: User, bob: User) -> None:
    with Secure(proxy, alice).listen_at(proxy, table_of(alice, bob).public_id) as page:
        page.recv(10)
        opened_at = monotonic()
        _slow_clients_are_dropped(proxy)
        sleep(max(0, opened_at + PATIENCE + 1 - monotonic()))
        page.send("ping")
        assert "pong" in str(page.recv(10))
    with ExitStack() as clients:
        for _ in range(40):
            client = clients.enter_context(client_at(proxy))
            client.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        pages_come(Secure(proxy), proxy.url)


def _slow_clients_are_dropped(proxy: Proxy) -> None:
    with drippers(proxy.url, proxy.context) as dripping:
        pages_come(Secure(proxy), proxy.url)
        assert dripping.open > CLIENTS / 2, "pages came only when slow clients had been dropped"
        # The connection that stays is the page's.
        eventually(lambda: connections_to([*proxy.web, proxy.sockets]) == 1, 60, lambda: "late requests are waited for")
        # Newer versions of Caddy than Debian's read and discard the rest of a short body.
        eventually(lambda: dripping.dropped >= CLIENTS * 4 // 5, 60, lambda: f"{dripping.open} are still open")

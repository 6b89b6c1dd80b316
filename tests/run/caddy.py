"""Caddy with the site's own Caddyfile, in front of processes that a test has started."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.request import HTTPSHandler, build_opener

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from tests.needs import skip_or_fail
from tests.processes import Process, Stay, Visitor, eventually
from tests.site import ROOT, free_port, inherited

OLDER_WORDS = {"request_buffers 128KiB": "buffer_requests"}
"""The names in Debian's Caddy (2.6) of directives that were renamed before the container's (2.10)."""

ESTABLISHED = "01"

COOKIES = {"sessionid": "__Host-session", "csrftoken": "__Host-csrf"}


def caddy(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return Caddy's output. Without Caddy, fail on CI and skip the test on other machines."""
    if shutil.which("caddy") is None:
        skip_or_fail("needs caddy")
    return subprocess.run(["caddy", *arguments], cwd=folder, capture_output=True, text=True, check=False)


def caddyfile(folder: Path) -> str:
    text = (ROOT / "Caddyfile").read_text()
    if caddy("version", folder=folder).stdout.removeprefix("v").startswith("2.6."):
        for word, older in OLDER_WORDS.items():
            text = _replaced(text, word, older)
    return text


def _replaced(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise ValueError(f"{old} is not once in the Caddyfile")
    return text.replace(old, new)


class Proxy:
    """Caddy at ``url``, with a self-signed certificate. ``plain`` is its address without TLS.

    ``patience`` replaces the Caddyfile's timeout for a request, in seconds.
    """

    def __init__(self, folder: Path, port: int, sockets: Process, patience: int | None = None) -> None:
        plain, self._admin = free_port(), free_port()
        self.url, self.plain = f"https://localhost:{port}", f"http://localhost:{plain}"
        self.port, self.sockets = port, sockets
        self._folder = folder
        self._root = folder / "caddy/pki/authorities/local/root.crt"
        text = _replaced(caddyfile(folder), "dynamic a sockets 8000", f"to 127.0.0.1:{sockets.port}")
        options = f"{{\n\tadmin localhost:{self._admin}\n\tskip_install_trust\n\thttp_port {plain}\n\tservers {{"
        self._text = _replaced(text, "{\n\tservers {", options).replace("{$SITE_ADDRESS}", self.url)
        if patience is not None:
            self._text = re.sub(r"(read_header|read_body) \d+s", rf"\1 {patience}s", self._text)

    def configure(self, web: Iterable[Process]) -> None:
        """Write the configuration, with these web processes instead of the containers."""
        self.web = list(web)
        where = " ".join(f"127.0.0.1:{process.port}" for process in self.web)
        (self._folder / "Caddyfile").write_text(_replaced(self._text, "dynamic a web 8000", f"to {where}"))

    def send_to(self, web: Iterable[Process]) -> None:
        self.configure(web)
        done = caddy("reload", "--address", f"localhost:{self._admin}", folder=self._folder)
        if done.returncode:
            raise RuntimeError(done.stderr)

    @property
    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self._root))

    @property
    def is_up(self) -> bool:
        try:
            return self._root.exists() and Secure(self).get(f"{self.url}/about/").status == 200
        except OSError:
            return False


class Secure(Visitor):
    def __init__(self, proxy: Proxy, user: User | None = None) -> None:
        super().__init__(user)
        self._cookies = {COOKIES[name]: value for name, value in self._cookies.items() if name in COOKIES}
        self._opener = build_opener(Stay, HTTPSHandler(context=proxy.context))
        self._origin = proxy.url

    def listen_at(self, proxy: Proxy, table: str) -> ClientConnection:
        address = f"wss://localhost:{proxy.port}/ws/games/{table}/"
        headers, origin = super().headers(), Origin(proxy.url)
        # The handshake may wait for a process that is still starting on a busy machine.
        return connect(address, ssl=proxy.context, origin=origin, additional_headers=headers, open_timeout=60)

    def headers(self) -> dict[str, str]:
        return super().headers() | {"Origin": self._origin}


@contextmanager
def proxy_before(
    folder: Path, port: int, web: Sequence[Process], sockets: Process, patience: int | None = None
) -> Iterator[Proxy]:
    """Yield Caddy in front of these processes. ``patience`` is as for a Proxy."""
    proxy = Proxy(folder, port, sockets, patience)
    proxy.configure(web)
    environment = inherited() | {"XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    with (folder / "caddy.log").open("wb") as log:
        running = subprocess.Popen(
            ["caddy", "run"], cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    try:
        eventually(lambda: proxy.is_up, 30, lambda: (folder / "caddy.log").read_text()[-3000:])
        yield proxy
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()


@contextmanager
def client_at(proxy: Proxy) -> Iterator[ssl.SSLSocket]:
    with (
        socket.create_connection(("localhost", proxy.port), timeout=20) as plain,
        proxy.context.wrap_socket(plain, server_hostname="localhost") as client,
    ):
        yield client


def connections_to(processes: Iterable[Process]) -> int:
    """Return the number of open connections to these processes, according to Linux."""
    ports = {f"{process.port:04X}" for process in processes}
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[2].rpartition(":")[2] in ports and row[3] == ESTABLISHED for row in rows)

"""A small internet on this machine: named TLS servers with trusted certificates, and a name server."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address

import trustme

from games.notifications.net.safe_http import Network

NAME = "hooks.example.org"
OTHER = "other.example.net"


@dataclass
class Request:
    server_name: str
    line: str
    headers: dict[str, str]
    body: bytes


def answer(status: str = "200 OK", body: str = "", **headers: str) -> bytes:
    """Return an HTTP response; ``_`` in the headers' names stands for ``-``."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body.encode())}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", body]).encode()


@dataclass
class Internet:
    """A server of the internet. ``answers`` are sent one after another; the last answer is repeated.

    An answer may be a function of the connection.
    """

    port: int
    network: Network
    names: dict[str, list[str]]
    answers: list[bytes | Callable[[ssl.SSLSocket], None]] = field(default_factory=lambda: [answer()])
    requests: list[Request] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)
    connections: int = 0

    def url(self, path: str = "/in", host: str = NAME) -> str:
        return f"https://{host}:{self.port}{path}"

    def next_answer(self) -> bytes | Callable[[ssl.SSLSocket], None]:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def _read(connection: ssl.SSLSocket, server_name: str) -> Request:
    head, _, body = _until(connection, b"\r\n\r\n").partition(b"\r\n\r\n")
    line, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in rest)}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65536)
    return Request(server_name, line, headers, body)


def _until(connection: ssl.SSLSocket, mark: bytes) -> bytes:
    data = b""
    while mark not in data:
        if not (more := connection.recv(65536)):
            raise ConnectionError
        data += more
    return data


def _serve(connection: socket.socket, context: ssl.SSLContext, internet: Internet) -> None:
    names: list[str] = []
    context.sni_callback = lambda _socket, name, _context: names.append(name or "")
    # A refused client disconnects in the middle, as the tests intend.
    with suppress(OSError), context.wrap_socket(connection, server_side=True) as secure:
        secure.settimeout(20)
        internet.requests.append(_read(secure, names[-1]))
        reply = internet.next_answer()
        if callable(reply):
            reply(secure)
        else:
            secure.sendall(reply)


@contextmanager
def internet(authority: trustme.CA, certified: tuple[str, ...] = (NAME, OTHER), host: str = "127.0.0.1") -> Iterator:
    """Yield a server that is reachable under every name of the small name server while the block runs."""
    listener = socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    port = listener.getsockname()[1]
    names = {NAME: [host], OTHER: [host]}
    looked_up: list[str] = []

    def resolve(name: str, _port: int) -> list[str]:
        looked_up.append(name)
        if name not in names:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return names[name]

    def trust() -> ssl.SSLContext:
        context = ssl.create_default_context()
        authority.configure_trust(context)
        return context

    network = Network(resolve, lambda place: place == ip_address(host), trust)
    running = Internet(port, network, names, looked_up=looked_up)
    certificate = authority.issue_cert(*certified)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            running.connections += 1
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            certificate.configure_cert(context)
            threading.Thread(target=_serve, args=(connection, context, running), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield running
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()

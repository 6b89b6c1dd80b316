"""Sockets with a total deadline: a plain timeout restarts with every byte that the other side lets drip."""

from __future__ import annotations

import socket
import ssl
from time import monotonic
from typing import Any


def seconds_left(end: float) -> float:
    """Returns the seconds until ``end``, a time of ``monotonic``. Raises TimeoutError once it has passed."""
    if (left := end - monotonic()) <= 0:
        raise TimeoutError("out of time")
    return left


def ssl_socket_until(end: float) -> type[ssl.SSLSocket]:
    """Returns a class for ``SSLContext.sslsocket_class``; its methods raise TimeoutError after ``end``."""

    class SSLSocket(ssl.SSLSocket):
        def do_handshake(self, block: bool = False) -> None:
            self.settimeout(seconds_left(end))
            super().do_handshake(block)

        def recv_into(self, *args: Any, **options: Any) -> int:
            self.settimeout(seconds_left(end))
            return super().recv_into(*args, **options)

        def send(self, *args: Any, **options: Any) -> int:
            self.settimeout(seconds_left(end))
            return super().send(*args, **options)

    return SSLSocket


class _Socket(socket.socket):
    end: float

    def recv_into(self, *args: Any, **options: Any) -> int:
        self.settimeout(seconds_left(self.end))
        return super().recv_into(*args, **options)

    def sendall(self, *args: Any, **options: Any) -> None:
        self.settimeout(seconds_left(self.end))
        super().sendall(*args, **options)


def connect_until(end: float, host: str, port: int) -> socket.socket:
    """Connects by TCP to the first of the host's addresses that answers. Raises OSError, after ``end`` TimeoutError."""
    problem = OSError(f"{host} has no address")
    for family, kind, protocol, _name, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        connection = _Socket(family, kind, protocol)
        connection.end = end
        try:
            connection.settimeout(seconds_left(end))
            connection.connect(address)
        except OSError as error:
            connection.close()
            problem = error
        else:
            return connection
    raise problem

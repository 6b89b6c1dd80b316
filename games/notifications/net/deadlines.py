"""TLS sockets with a total deadline: a plain timeout restarts with every byte received from a slow host."""

import ssl
from time import monotonic
from typing import Any


def ssl_socket_until(end: float) -> type[ssl.SSLSocket]:
    """Return a class for ``SSLContext.sslsocket_class``; its methods raise `TimeoutError` after ``end`` (monotonic)."""

    class SSLSocket(ssl.SSLSocket):
        def do_handshake(self, block: bool = False) -> None:
            self.settimeout(_seconds_left(end))
            super().do_handshake(block)

        def recv_into(self, *args: Any, **options: Any) -> int:
            self.settimeout(_seconds_left(end))
            return super().recv_into(*args, **options)

        def send(self, *args: Any, **options: Any) -> int:
            self.settimeout(_seconds_left(end))
            return super().send(*args, **options)

    return SSLSocket


def _seconds_left(end: float) -> float:
    if (left := end - monotonic()) <= 0:
        raise TimeoutError("out of time")
    return left

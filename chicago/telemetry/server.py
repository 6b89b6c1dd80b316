"""The server of ``/metrics``, on a separate port, for the networks in METRICS_ALLOWED only."""

import socket
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, make_wsgi_app
from prometheus_client.registry import Collector

from chicago.run.prepare import CannotStart
from chicago.telemetry.metrics import SiteCollector
from chicago.telemetry.processes import ProcessesCollector

Environ = dict[str, Any]
StartResponse = Callable[..., Any]

SLOWEST = 10


class Server(ThreadingMixIn, WSGIServer):
    """Handles each request in a thread, so that a slow request delays no other."""

    daemon_threads = True


class Server6(Server):
    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    timeout = SLOWEST

    def log_message(self, *_: Any) -> None:
        """Log nothing: requests for metrics are routine."""


class Metrics:
    """The WSGI application. Returns 403 to clients outside the allowed networks, and 404 for other URLs."""

    def __init__(self) -> None:
        self._metrics = make_wsgi_app(_registry(), disable_compression=True)

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if not is_inside(environ):
            return _refuse(start_response, "403 Forbidden", b"Metrics are for the site's own network.\n")
        if environ["PATH_INFO"] != "/metrics":
            return _refuse(start_response, "404 Not Found", b"There is /metrics.\n")
        body: Iterable[bytes] = self._metrics(environ, start_response)
        return body


def is_inside(environ: Environ) -> bool:
    """Return whether a request comes from an allowed network, and not through a proxy, which would hide its origin."""
    if any(name in environ for name in ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_VIA")):
        return False
    address = ip_address(environ["REMOTE_ADDR"].partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in settings.METRICS_ALLOWED)


def open_port() -> Server:
    """Return a server on METRICS_PORT. Raise `CannotStart` if the port is invalid or can't be opened."""
    host, port = settings.METRICS_HOST, settings.METRICS_PORT
    if not 0 < port < 65536:
        raise CannotStart("METRICS_PORT must be a number from 1 to 65535 where metrics are to be served.")
    try:
        return make_server(host, port, Metrics(), Server6 if ":" in host else Server, _Handler)
    except OSError as error:
        raise CannotStart(f"Metrics can't be served at {host}, port {port}: {error.strerror}.") from error


def _registry() -> CollectorRegistry:
    collected = CollectorRegistry()
    collected.register(SiteCollector())
    counted: Collector = ProcessesCollector(Path(settings.METRICS_DIR)) if settings.METRICS_DIR else REGISTRY
    collected.register(counted)
    return collected


def _refuse(start_response: StartResponse, status: str, sentence: bytes) -> Iterable[bytes]:
    start_response(status, [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(sentence)))])
    return [sentence]

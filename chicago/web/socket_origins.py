"""Restricts WebSockets to this site's pages, by the Origin header."""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OriginMiddleware:
    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        sent = {name: value.decode("latin-1") for name, value in scope["headers"]}
        own = is_own_origin(sent.get(b"origin", ""), sent.get(b"host", ""))
        return await (self.application if own else WebsocketDenier())(scope, receive, send)


def is_own_origin(origin: str, host: str) -> bool:
    """Return whether ``origin`` is this site's, for a request to ``host``: the same scheme, host and port.

    SITE_URL and CSRF_TRUSTED_ORIGINS are always accepted. If sockets have a separate port, pages use that of SITE_URL.
    """
    if origin in (settings.SITE_URL, *settings.CSRF_TRUSTED_ORIGINS):
        return True
    site, domain = urlsplit(settings.SITE_URL), split_domain_port(host)[0]
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    if not settings.SOCKET_PORT:
        return origin == f"{site.scheme}://{host}"
    port = f":{site.port}" if site.port else ""
    return origin == f"{site.scheme}://{domain}{port}"

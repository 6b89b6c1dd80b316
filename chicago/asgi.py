"""The ASGI application: HTTP and WebSockets."""

import os
from typing import Any, cast

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path, re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
django_application = get_asgi_application()

from chicago.web.body_limit import BodyLimitMiddleware
from chicago.web.lifespan import lifespan
from chicago.web.socket_origins import OriginMiddleware
from games.api.long_poll import LongPollMiddleware
from games.realtime.consumers import TableConsumer, refuse

sockets = URLRouter([path("ws/games/<slug:table>/", TableConsumer.as_asgi()), re_path("", cast(Any, refuse))])
application = ProtocolTypeRouter(
    {
        "http": BodyLimitMiddleware(LongPollMiddleware(django_application)),
        "websocket": OriginMiddleware(sockets),
        "lifespan": lifespan,
    }
)

"""The ASGI application: HTTP and WebSockets."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
django_application = get_asgi_application()

from chicago.web.body_limit import BodyLimitMiddleware
from chicago.web.lifespan import lifespan
from chicago.web.socket_origins import OriginMiddleware
from games.api.long_poll import LongPollMiddleware
from games.realtime.routing import sockets

application = ProtocolTypeRouter(
    {
        "http": BodyLimitMiddleware(LongPollMiddleware(django_application)),
        "websocket": OriginMiddleware(sockets),
        "lifespan": lifespan,
    }
)

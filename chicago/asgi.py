"""HTTP and sockets in one application."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
django_application = get_asgi_application()

from chicago.web.body_limit import Bounded
from chicago.web.socket_origins import OwnPages
from games.realtime.consumers import TableConsumer

sockets = URLRouter([path("ws/games/<slug:table>/", TableConsumer.as_asgi())])
application = ProtocolTypeRouter(
    {"http": Bounded(django_application), "websocket": OwnPages(AuthMiddlewareStack(sockets))}
)

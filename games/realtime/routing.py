"""WebSocket addresses."""

from typing import Any, cast

from channels.routing import URLRouter
from django.urls import path, re_path

from games.realtime.consumers import TableConsumer, refuse

sockets = URLRouter([path("ws/games/<slug:table>/", TableConsumer.as_asgi()), re_path("", cast(Any, refuse))])

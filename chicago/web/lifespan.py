"""ASGI lifespan: ends streams and long polls as soon as the process is asked to stop.

The server itself sends ``lifespan.shutdown`` only after all responses have ended.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

from games.realtime.hub import hub

STOPS = (signal.SIGINT, signal.SIGTERM)


async def lifespan(_scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[..., Any]) -> None:
    await receive()
    for number in STOPS:
        _retire_hub_at(number)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


def _retire_hub_at(number: signal.Signals) -> None:
    """Install a handler for this signal that schedules the hub's retirement, then calls the server's own handler."""
    loop, retire, handler = asyncio.get_running_loop(), hub().retire, signal.getsignal(number)

    def stop(received: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(retire)
        if callable(handler):
            handler(received, frame)

    signal.signal(number, stop)

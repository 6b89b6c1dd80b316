"""uvicorn's protocol, except that a request, header and body, has ``REQUEST_TIMEOUT`` seconds to arrive.

And a process that ends does not wait for streams.
"""

from __future__ import annotations

import asyncio

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from chicago.web.request_timeout import TIMED_OUT
from games.realtime.hub import hub


class TimedProtocol(H11Protocol):
    """``uvicorn --http``. uvicorn itself waits for ever for a request that has begun."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Waits on while a request has begun that is not whole.

        A connection that has become a WebSocket has another protocol then, and h11 still expects a body.
        """
        super().data_received(data)
        upgraded = self.transport.get_protocol() is not self
        if not upgraded and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._stop_waiting()

    def shutdown(self) -> None:
        """Lets answers that are held back end at once. uvicorn itself waits for them, and then cuts them off."""
        hub().retire()
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._late = self._late or self.loop.call_later(settings.REQUEST_TIMEOUT, self._drop)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _drop(self) -> None:
        if not self.cycle or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(TIMED_OUT)
        self.transport.close()

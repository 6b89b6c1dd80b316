"""A client of the socket process whose responses are held back."""

from __future__ import annotations

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from chicago.asgi import application
from tests.api.caller import ROOT


class Listener(ApplicationCommunicator):
    """An open GET request. ``headers`` extend those of a Caller."""

    def __init__(self, path: str, headers: dict[str, str], address: str = "192.0.2.1") -> None:
        path, _mark, query = f"{ROOT}{path}".partition("?")
        sent = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        super().__init__(
            application,
            {
                "type": "http",
                "method": "GET",
                "path": path,
                "query_string": query.encode(),
                "headers": [(b"host", b"testserver"), *sent],
                "client": [address, 4711],
                "server": ["testserver", 80],
                "scheme": "http",
            },
        )

    async def open(self) -> None:
        await self.send_input({"type": "http.request", "body": b"", "more_body": False})

    async def begin(self, timeout: float = 5) -> tuple[int, dict[str, str]]:
        start = await self.receive_output(timeout)
        return start["status"], {name.decode().title(): value.decode() for name, value in start["headers"]}

    async def chunk(self, timeout: float = 5) -> str:
        text: str = (await self.receive_output(timeout))["body"].decode()
        return text

    async def json(self) -> tuple[int, Any]:
        status, _headers = await self.begin()
        text = await self.chunk()
        await self.wait()
        return status, json.loads(text) if text else None

    async def events(self) -> list[dict[str, Any]]:
        text = await self.chunk()
        lines = [line.removeprefix("data: ") for line in text.splitlines()]
        return [json.loads(line) for line in lines if line.startswith("{")]

    async def next(self) -> list[dict[str, Any]]:
        """Return the next events, skipping keep-alives."""
        while not (found := await self.events()):
            pass
        return found

    async def hang_up(self) -> None:
        await self.send_input({"type": "http.disconnect"})
        await self.wait()

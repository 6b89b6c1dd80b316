"""Limits request bodies, because ASGI reads them completely before Django handles the request."""

from typing import Any

from django.conf import settings


class BodyLimitMiddleware:
    """Passes on a body up to DATA_UPLOAD_MAX_MEMORY_SIZE, and discards the rest.

    A longer chunked body gets a Content-Length, so that Django refuses it like any other long body.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers, length = list(scope["headers"]), 0

        async def read() -> dict[str, Any]:
            nonlocal length
            message: dict[str, Any] = await receive()
            before, length = length, length + len(message.get("body", b""))
            if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                return message
            if before <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                headers[:] = [each for each in headers if each[0] != b"content-length"]
                headers.append((b"content-length", str(length).encode()))
            return message | {"body": b""}

        return await self.application(scope | {"headers": headers}, read, send)

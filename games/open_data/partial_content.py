"""Sends a file, or one range of its bytes (RFC 9110, 14), so that a download that was cut can go on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response

CHUNK = 64 * 1024
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


def send(request: HttpRequest, file: BinaryIO, size: int, *, etag: str) -> HttpResponseBase:
    """The whole of ``file`` (200), its part (206), 304 or 412 as the request's conditions say, or 416.

    A range that can't be read, several, and one of another version get the whole, as the RFC has it.
    """
    # GZipMiddleware would compress it once more, of a length that nobody knows before.
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    unmet = get_conditional_response(request, etag=etag)
    if unmet is not None:
        file.close()
        return _marked(unmet, etag)
    asked = _RANGE.fullmatch(request.headers.get("Range", "")) if request.method == "GET" else None
    if asked is None or not any(asked.groups()) or request.headers.get("If-Range", etag) != etag:
        return _marked(FileResponse(file), etag, size)
    first, last = _bounds(asked[1], asked[2], size)
    if not first <= last:
        file.close()
        refused = HttpResponse(status=416)
        refused.headers["Content-Range"] = f"bytes */{size}"
        return _marked(refused, etag)
    part = StreamingHttpResponse(_part(file, first, last - first + 1), status=206)
    part.headers["Content-Range"] = f"bytes {first}-{last}/{size}"
    return _marked(part, etag, last - first + 1)


def _bounds(first: str, last: str, size: int) -> tuple[int, int]:
    """The first and the last byte asked for; the first is behind the last where there is nothing to send."""
    if not first:
        return max(0, size - int(last)), size - 1
    return int(first), min(int(last), size - 1) if last else size - 1


def _part(file: BinaryIO, start: int, length: int) -> Iterator[bytes]:
    with file:
        file.seek(start)
        while length and (data := file.read(min(CHUNK, length))):
            length -= len(data)
            yield data


def _marked(response: HttpResponseBase, etag: str, length: int | None = None) -> HttpResponseBase:
    response.headers["ETag"] = etag
    response.headers["Accept-Ranges"] = "bytes"
    if length is not None:
        response.headers["Content-Length"] = str(length)
    return response

"""The Content-Security-Policy and Permissions-Policy of all pages, and the headers of static files."""

from __future__ import annotations

from wsgiref.headers import Headers

from csp.constants import NONCE, NONE, SELF

CSP_SOURCES: dict[str, list[object]] = {
    "default-src": [NONE],
    "script-src": [NONCE],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "font-src": [SELF],
    "connect-src": [SELF],
    "manifest-src": [SELF],
    "worker-src": [SELF],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
    "base-uri": [NONE],
    "object-src": [NONE],
}
"""Content-Security-Policy: nothing from other origins, nothing inline, and only scripts with a nonce."""

_USED = ["clipboard-write", "publickey-credentials-create", "publickey-credentials-get"]
_UNUSED = [
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "screen-wake-lock",
    "sync-xhr",
    "usb",
    "xr-spatial-tracking",
]
PERMISSIONS_POLICY: dict[str, list[str]] = {name: ["self"] for name in _USED} | {name: [] for name in _UNUSED}
"""Browser features that pages may use: the clipboard, passkeys. Not every browser knows ``web-share``."""


def add_static_headers(headers: Headers, path: str, url: str) -> None:
    """Add security headers to a static file: the browser must not guess its type, nor another site embed it."""
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"

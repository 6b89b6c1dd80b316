"""Security headers, cookies and HTTPS."""

from wsgiref.headers import Headers

from csp import constants as csp

from chicago.settings.site import SECURE, env

CONTENT_SECURITY_POLICY: dict[str, dict[str, object]] = {
    "DIRECTIVES": {
        "default-src": [csp.NONE],
        "script-src": [csp.NONCE],
        "style-src": [csp.SELF],
        "img-src": [csp.SELF, "data:"],
        "font-src": [csp.SELF],
        "connect-src": [csp.SELF],
        "manifest-src": [csp.SELF],
        "worker-src": [csp.SELF],
        "form-action": [csp.SELF],
        "frame-ancestors": [csp.NONE],
        "base-uri": [csp.NONE],
        "object-src": [csp.NONE],
        "upgrade-insecure-requests": SECURE,
    }
}
"""Allows nothing from other origins, nothing inline, and only scripts with a nonce.

SecurityHeadersMiddleware also allows the admin's scripts, and the sockets' port if it is a separate one.
"""

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
"""The browser features that pages can use: only the clipboard and passkeys."""

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "chicago.web.errors.csrf_failed"
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
COOKIE_PREFIX = "__Host-" if SECURE else ""
"""A prefix with which browsers accept cookies only from this exact host, and only over HTTPS."""
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
SECURE_HSTS_PRELOAD = SECURE and env.bool("HSTS_PRELOAD", False)
if SECURE:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}session", f"{COOKIE_PREFIX}csrf"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", True)
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", SECURE)


def add_static_headers(headers: Headers, path: str, url: str) -> None:
    """Add security headers to a static file, so that browsers don't guess its type and other sites can't embed it."""
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"

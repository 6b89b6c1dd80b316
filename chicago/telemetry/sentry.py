"""Errors are sent to Sentry if SENTRY_DSN is set: what kind, where in the code, and in which trace.

What is sent is picked, field by field. Everything else stays here: an exception's message may quote a row, a variable
may be a hand of cards, a request has cookies.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from chicago.telemetry import traces

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
KEPT_OF_FRAMES = ("filename", "function", "module", "lineno", "in_app")
OWN_LOGGERS = ("accounts", "celery", "chicago", "django", "games")
"""Loggers whose messages are constants with parameters; others may put anything into a message."""


def start(dsn: str, **options: Any) -> None:
    """Sends each error in the log from now on. Raises ImproperlyConfigured without the library."""
    try:
        import sentry_sdk
        from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger
    except ImportError as error:
        raise ImproperlyConfigured("SENTRY_DSN is set, but requirements-telemetry.txt is not installed.") from error
    ignore_logger("django.security*")
    sentry_sdk.init(
        dsn,
        # Those for Django and Celery would read requests and tasks. All errors of both are in the log.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        before_send=picked,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        **options,
    )


def picked(event: Any, _hint: Any) -> Any:
    """Returns the event with nothing but what is known to hold no data of the site."""
    kept: dict[str, Any] = {name: event[name] for name in KEPT if name in event}
    kept["tags"] = {"trace_id": traces.trace_id(), "step": traces.current().name}
    message = (event.get("logentry") or {}).get("message", "")
    if str(event.get("logger", "")).partition(".")[0] in OWN_LOGGERS:
        kept["logentry"] = {"message": message}
    kept["exception"] = {"values": [_exception(each) for each in (event.get("exception") or {}).get("values", [])]}
    return kept


def _exception(value: Mapping[str, Any]) -> dict[str, Any]:
    frames = (value.get("stacktrace") or {}).get("frames", [])
    picked_frames = [{name: frame[name] for name in KEPT_OF_FRAMES if name in frame} for frame in frames]
    return {"type": value.get("type"), "module": value.get("module"), "stacktrace": {"frames": picked_frames}}

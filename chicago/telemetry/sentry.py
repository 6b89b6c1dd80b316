"""Sends errors to Sentry if SENTRY_DSN is set: their type, their place in the code, and their trace.

Sentry's options can withhold bodies, variables and arguments, but not request URLs and headers, or exception messages,
which may quote database rows. So only the event fields listed here are sent.
"""

import logging
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from chicago.telemetry import traces

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
KEPT_OF_EXCEPTIONS = ("type", "module", "stacktrace")
NAMES_IN_CODE = ("component", "route", "task")
"""The sources of transaction names that refer to code; other sources are URLs."""

OWN_LOGGERS = ("accounts", "celery", "chicago", "django", "games")
"""The loggers whose messages are constants with parameters. Messages of other loggers may contain anything."""


def start(dsn: str, **options: Any) -> None:
    """Send all errors from now on. Raise `ImproperlyConfigured` if the library is missing."""
    try:
        import sentry_sdk
        from sentry_sdk.integrations.celery import CeleryIntegration
        from sentry_sdk.integrations.dedupe import DedupeIntegration
        from sentry_sdk.integrations.django import DjangoIntegration
        from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger
    except ImportError as error:
        raise ImproperlyConfigured("SENTRY_DSN is set, but requirements-telemetry.txt is not installed.") from error
    ignore_logger("django.security*")
    sentry_sdk.init(
        dsn,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            DjangoIntegration(transaction_style="function_name"),
            CeleryIntegration(propagate_traces=False),
            LoggingIntegration(level=None, event_level=logging.ERROR),
            DedupeIntegration(),
        ],
        before_send=picked,
        max_request_body_size="never",
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        **options,
    )


def picked(event: Any, _hint: Any) -> Any:
    """Return the event with only the listed fields and its trace ID."""
    kept: dict[str, Any] = {name: event[name] for name in KEPT if name in event}
    kept["tags"] = {"trace_id": traces.trace_id()}
    if (event.get("transaction_info") or {}).get("source") in NAMES_IN_CODE:
        kept["transaction"] = event["transaction"]
    if str(event.get("logger", "")).partition(".")[0] in OWN_LOGGERS:
        kept["logentry"] = {"message": (event.get("logentry") or {}).get("message", "")}
    exceptions = (event.get("exception") or {}).get("values", [])
    kept["exception"] = {
        "values": [{name: each[name] for name in KEPT_OF_EXCEPTIONS if name in each} for each in exceptions]
    }
    return kept

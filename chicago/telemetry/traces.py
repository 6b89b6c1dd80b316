"""Trace IDs: one per request, shared by its tasks and by the log entries of both.

OpenTelemetry creates and passes on the IDs. Spans leave the site only if an exporter is configured. Its
instrumentations of Django and Celery are not used: docs/decisions/0020-telemetry.md.
"""

import logging
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from opentelemetry.context import Context
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Span, SpanKind, StatusCode, format_trace_id, get_current_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

NO_TRACE = "-"

W3C = TraceContextTextMapPropagator()
"""The format in which a task receives the ID."""


class SecretIds(RandomIdGenerator):
    """Generates IDs without ``random``, which tests seed."""

    def generate_trace_id(self) -> int:
        return int.from_bytes(secrets.token_bytes(16))

    def generate_span_id(self) -> int:
        return int.from_bytes(secrets.token_bytes(8))


os.environ.setdefault("OTEL_SERVICE_NAME", "the-back-room")
provider = TracerProvider(id_generator=SecretIds())
tracer = provider.get_tracer(__name__)


def export() -> None:
    """Export spans from now on, as the environment says. Raise `ImproperlyConfigured` if the library is missing."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError as error:
        missing = "OTEL_EXPORTER_OTLP_ENDPOINT is set, but requirements-telemetry.txt is not installed."
        raise ImproperlyConfigured(missing) from error
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))


@contextmanager
def span(name: str, kind: SpanKind, parent: Mapping[str, str] | None = None) -> Iterator[Span]:
    """Open a span. All log entries inside have its trace ID, inherited from ``parent`` if there is one.

    Exceptions are not recorded: their messages may quote database rows.
    """
    context = W3C.extract(parent or {}, Context())
    with tracer.start_as_current_span(
        name, context, kind, record_exception=False, set_status_on_exception=False
    ) as begun:
        yield begun


def record_error(failed: Span, error: str) -> None:
    """Mark a span as failed, with a status or the type of an exception."""
    failed.set_attribute("error.type", error)
    failed.set_status(StatusCode.ERROR)


def trace_id() -> str:
    """Return the ID of the current trace, 32 hexadecimal digits, or ``NO_TRACE``."""
    context = get_current_span().get_span_context()
    return format_trace_id(context.trace_id) if context.is_valid else NO_TRACE


class TraceFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.trace_id = trace_id()
        return True

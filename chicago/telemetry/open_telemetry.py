"""Traces are sent by OpenTelemetry if OTEL_EXPORTER_OTLP_ENDPOINT is set.

Its instrumentations of Django, Celery and PostgreSQL are not used: they record addresses, and with them the keys of
tables and links. A span here has the name of a route or a task, a method, a status, and the type of an error.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from chicago.telemetry import traces

SERVICE = "the-back-room"


def start(exporter: Any = None) -> Any:
    """Sends a span for each request and task from now on; returns the provider, whose ``shutdown`` sends the rest.

    ``exporter`` replaces the one that OpenTelemetry's variables configure. Raises ImproperlyConfigured without the
    library.
    """
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        missing = "OTEL_EXPORTER_OTLP_ENDPOINT is set, but requirements-telemetry.txt is not installed."
        raise ImproperlyConfigured(missing) from error
    os.environ.setdefault("OTEL_SERVICE_NAME", SERVICE)
    provider = TracerProvider(resource=Resource.create())
    provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
    tracer = provider.get_tracer(__name__)
    traces.open_step = lambda name, parent: SpanStep(tracer, name, parent)
    return provider


class SpanStep(traces.Step):
    """A step that is a span."""

    def __init__(self, tracer: Any, name: str, parent: str) -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        w3c = TraceContextTextMapPropagator()
        self._span = tracer.start_span(name, context=w3c.extract({traces.HEADER: parent}))
        context = self._span.get_span_context()
        self.traceparent = f"00-{context.trace_id:032x}-{context.span_id:016x}-{context.trace_flags:02x}"

    def end(self, name: str, attributes: Mapping[str, str | int], error: str) -> None:
        """Sends the span."""
        from opentelemetry.trace import StatusCode

        self._span.update_name(name)
        self._span.set_attributes(attributes)
        if error:
            self._span.set_attribute("error.type", error)
            self._span.set_status(StatusCode.ERROR)
        self._span.end()

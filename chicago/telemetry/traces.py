"""Trace ids: one for each request, which its tasks and all log entries about either carry.

A visitor's own ids are not taken over: they could be anything, or somebody else's. Between processes an id travels as
W3C's ``traceparent``. Without OpenTelemetry (chicago/telemetry/open_telemetry.py) nothing else is recorded.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

HEADER = "traceparent"
NO_TRACE = "-"
"""Stands in log entries for the id where there is neither request nor task."""


class Step:
    """A request or a task, as part of a trace."""

    def __init__(self, name: str, parent: str) -> None:
        self.traceparent = parent or f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01"

    def end(self, name: str, attributes: Mapping[str, str | int], error: str) -> None:
        """Records how it went."""


class Outcome:
    """What is known of a step so far. ``error`` is the type of what went wrong, else empty."""

    def __init__(self, name: str, traceparent: str) -> None:
        self.name, self.traceparent, self.error = name, traceparent, ""
        self.attributes: dict[str, str | int] = {}


_outside = Outcome("", "")
_current: ContextVar[Outcome] = ContextVar("step", default=_outside)

open_step: Callable[[str, str], Step] = Step
"""Begins a step of this name, with the ``traceparent`` of the step that caused it; OpenTelemetry has its own."""


@contextmanager
def step(name: str, parent: str = "") -> Iterator[Outcome]:
    """A request or a task: all that is logged in it has its trace id. The outcome may be completed until its end."""
    opened = open_step(name, parent)
    outcome = Outcome(name, opened.traceparent)
    token = _current.set(outcome)
    try:
        yield outcome
    finally:
        _current.reset(token)
        opened.end(outcome.name, outcome.attributes, outcome.error)


def current() -> Outcome:
    """Returns the current step; one without a name if there is none."""
    return _current.get()


def trace_id() -> str:
    """Returns the id of the current trace, 32 hexadecimal digits, or ``NO_TRACE``."""
    return current().traceparent[3:35] or NO_TRACE


class TraceFilter(logging.Filter):
    """Gives each log record the id of the current trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Passes every record."""
        record.trace_id = trace_id()
        return True

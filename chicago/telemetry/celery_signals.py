"""Makes each Celery task a span of the trace that caused it, and records times and failures by task name."""

from collections.abc import MutableMapping
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from celery import Task, signals
from opentelemetry.trace import SpanKind, get_current_span
from prometheus_client import Counter, Histogram

from chicago.telemetry import traces

SECONDS = Histogram(
    "backroom_task_seconds",
    "Time that a task took",
    ["task"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)
FAILURES = Counter("backroom_task_failures", "Tasks that ended with an exception", ["task"])

_running: dict[str, ExitStack] = {}


def connect() -> None:
    """Connect the receivers. Idempotent."""
    signals.before_task_publish.connect(_inject_trace)
    signals.task_prerun.connect(_begin)
    signals.task_failure.connect(_fail)
    signals.task_postrun.connect(_end)


def _inject_trace(headers: MutableMapping[str, Any], **_: Any) -> None:
    traces.W3C.inject(headers)


def _begin(task_id: str, task: Task[..., Any], **_: Any) -> None:
    parent = {name: value for name in traces.W3C.fields if (value := task.request.get(name))}
    _running[task_id] = stack = ExitStack()
    begun = perf_counter()
    stack.callback(lambda: SECONDS.labels(task.name).observe(perf_counter() - begun))
    stack.enter_context(traces.span(task.name, SpanKind.CONSUMER, parent))


def _fail(exception: BaseException, sender: Task[..., Any], **_: Any) -> None:
    FAILURES.labels(sender.name).inc()
    traces.record_error(get_current_span(), type(exception).__name__)


def _end(task_id: str, **_: Any) -> None:
    if stack := _running.pop(task_id, None):
        stack.close()

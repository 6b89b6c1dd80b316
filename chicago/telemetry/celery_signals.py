"""Each Celery task is a step of the trace that caused it, and is timed by its name."""

from __future__ import annotations

from collections.abc import MutableMapping
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from celery import Task, signals
from prometheus_client import Counter, Histogram

from chicago.telemetry import traces

SECONDS = Histogram(
    "backroom_task_seconds",
    "Time that a task took",
    ["task"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)
FAILURES = Counter("backroom_task_failures", "Tasks that ended with an exception", ["task"])


class _Running:
    def __init__(self, name: str, parent: str) -> None:
        self.begun, self._stack = perf_counter(), ExitStack()
        self.outcome = self._stack.enter_context(traces.step(name, parent))

    def end(self) -> float:
        self._stack.close()
        return perf_counter() - self.begun


_running: dict[str, _Running] = {}


def connect() -> None:
    """Connects the receivers; more than once does no harm."""
    signals.before_task_publish.connect(_hand_on)
    signals.task_prerun.connect(_begin)
    signals.task_failure.connect(_fail)
    signals.task_postrun.connect(_end)


def _hand_on(headers: MutableMapping[str, Any], **_: Any) -> None:
    headers[traces.HEADER] = traces.current().traceparent


def _begin(task_id: str, task: Task[..., Any], **_: Any) -> None:
    _running[task_id] = _Running(task.name, task.request.get(traces.HEADER) or "")


def _fail(task_id: str, exception: BaseException, sender: Task[..., Any], **_: Any) -> None:
    FAILURES.labels(sender.name).inc()
    if running := _running.get(task_id):
        running.outcome.error = type(exception).__name__


def _end(task_id: str, task: Task[..., Any], **_: Any) -> None:
    if running := _running.pop(task_id, None):
        SECONDS.labels(task.name).observe(running.end())

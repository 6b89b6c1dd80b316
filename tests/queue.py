"""Celery's queue in the tests: tasks are recorded, and run on demand."""

from functools import cache
from typing import Any

from celery import current_app


class Queue:
    """Replaces the broker. ``sent`` has the name and arguments of each task in the order of sending."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, tuple[Any, ...]]] = []
        import_tasks()

    def send_task(self, name: str, args: tuple[Any, ...] | None = None, *_: Any, **__: Any) -> None:
        """Record a task. Replaces ``Celery.send_task``, which ``delay`` also calls."""
        self.sent.append((name, tuple(args or ())))

    def run(self) -> int:
        """Run queued tasks, and the tasks that these queue, in this process. Return their number."""
        count = 0
        while self.sent:
            name, args = self.sent.pop(0)
            current_app.tasks[name](*args)
            count += 1
        return count


@cache
def import_tasks() -> None:
    """Import the tasks.py of all packages once, like a worker, because Celery then runs all of Django's checks."""
    current_app.loader.import_default_modules()

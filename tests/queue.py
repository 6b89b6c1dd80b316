"""Celery's queue in the tests: tasks are recorded, and run on demand."""

from functools import cache
from typing import Any

from celery import current_app


class Queue:
    """Stands for the broker. ``sent`` holds (name, arguments) in the order of sending."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, tuple[Any, ...]]] = []
        import_tasks()

    def send_task(self, name: str, args: tuple[Any, ...] | None = None, *_: Any, **__: Any) -> None:
        """Record a task in place of ``Celery.send_task``, through which ``delay`` goes too."""
        self.sent.append((name, tuple(args or ())))

    def run(self) -> int:
        """Run queued tasks, and tasks that they queue, here and now. Return their number."""
        count = 0
        while self.sent:
            name, args = self.sent.pop(0)
            current_app.tasks[name](*args)
            count += 1
        return count


@cache
def import_tasks() -> None:
    """Import each room's tasks.py as a worker does. Once: Celery runs all of Django's checks with it."""
    current_app.loader.import_default_modules()

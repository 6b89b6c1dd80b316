"""Registers the Celery application in each process that sets up Django."""

from importlib import import_module

from django.apps import AppConfig


class RunConfig(AppConfig):
    """An app without models. ``chicago/__init__.py`` must not import Celery, which launcher processes don't need."""

    name = "chicago.run"

    def ready(self) -> None:
        """Make the application current, so that ``shared_task`` finds it."""
        import_module("chicago.celery")

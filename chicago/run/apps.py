"""Registers the Celery application in each process that sets Django up."""

from importlib import import_module

from django.apps import AppConfig


class RunConfig(AppConfig):
    """An app without models. In ``chicago/__init__.py`` Celery would be loaded by processes that only start others."""

    name = "chicago.run"

    def ready(self) -> None:
        """Make it the current application, which ``shared_task`` looks for."""
        import_module("chicago.celery")

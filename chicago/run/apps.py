"""Registers the Celery application in each process that sets up Django."""

from importlib import import_module

from django.apps import AppConfig


class RunConfig(AppConfig):
    """An app without models. Importing Celery in ``chicago/__init__.py`` would load it in launcher processes, too."""

    name = "chicago.run"

    def ready(self) -> None:
        """Make the application current, so that ``shared_task`` finds it."""
        import_module("chicago.celery")
